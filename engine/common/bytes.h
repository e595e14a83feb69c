#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace loopwright {

/// What was read does not fit together.
struct DamagedBytes {};

/// Numbers, texts and lists of numbers, one behind the other as they lie in memory: for files and
/// messages that the same program on the same kind of machine reads again.
class BytesWriter {
 public:
  template <typename T>
  requires std::is_arithmetic_v<T>
  void Put(T value) {
    char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    bytes_.append(bytes, sizeof value);
  }
  void Put(std::string_view text) {
    Put(uint64_t{text.size()});
    bytes_ += text;
  }
  void Put(const std::vector<double>& numbers) {
    Put(uint64_t{numbers.size()});
    bytes_.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double));
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

/// Takes from the front what BytesWriter put, in the same order. Throws DamagedBytes where there is
/// less than that; no length that was read makes it take memory for more than there is.
class BytesReader {
 public:
  /// The bytes outlive this.
  explicit BytesReader(std::string_view bytes) : bytes_(bytes) {}

  template <typename T>
  T Get() {
    T value;
    std::memcpy(&value, Take(sizeof value).data(), sizeof value);
    return value;
  }
  std::string GetText() { return std::string(Take(Get<uint64_t>())); }
  std::vector<double> GetNumbers() {
    const auto count = Get<uint64_t>();
    if (count > bytes_.size() / sizeof(double)) throw DamagedBytes();
    const std::string_view taken = Take(count * sizeof(double));
    std::vector<double> numbers(count);
    if (count > 0) std::memcpy(numbers.data(), taken.data(), taken.size());
    return numbers;
  }
  bool at_end() const { return bytes_.empty(); }
  /// So many bytes as they are.
  std::string_view Take(uint64_t count) {
    if (count > bytes_.size()) throw DamagedBytes();
    const std::string_view taken = bytes_.substr(0, count);
    bytes_.remove_prefix(count);
    return taken;
  }

 private:
  std::string_view bytes_;
};

}  // namespace loopwright
