// A context as bytes, for programs that keep one, in the byte order of the machine:
//
//   "LWCONTXT", version, the structure's fingerprint, then time, accuracy, random source, caching;
//   continuous and discrete state and numeric parameters as they lie in the arena; modes; which
//   entries are disabled; abstract states, abstract parameters, fixed inputs.
//
// Abstract values are written where they are a bool, int, int64_t, double, std::string, a
// std::vector of int, double or std::string, an Eigen vector or matrix of double, or a BasicVector.
// Contexts over Expression are refused with std::logic_error.

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "engine/context/cache_overlay.h"
#include "engine/context/context_data.h"
#include "engine/expression/expression_text.h"
#include "engine/text/number_format.h"

namespace loopwright::internal {

namespace {
// The bytes begin with these eight letters, so that a file of another kind is recognised at once.
// The version grows whenever the layout does; there is no reader for old ones.
constexpr char kMagic[] = "LWCONTXT";
constexpr uint32_t kVersion = 1;

// Appends values to a list of bytes as they lie in memory. Lengths go before elements, so that a
// Reader knows how many follow.
class Writer {
 public:
  template <typename V>
  void Put(const V& value) {
    static_assert(std::is_trivially_copyable_v<V>);
    Raw(&value, sizeof value);
  }
  void Put(const std::string& text) {
    Put(static_cast<uint64_t>(text.size()));
    Raw(text.data(), text.size());
  }
  template <typename V>
  void Put(const std::vector<V>& values) {
    Put(static_cast<uint64_t>(values.size()));
    for (const V& value : values) Put(value);
  }
  // Rows, columns, then the elements column by column, as Eigen stores them.
  template <typename V>
  void Put(const MatrixX<V>& values) {
    Put(static_cast<int64_t>(values.rows()));
    Put(static_cast<int64_t>(values.cols()));
    for (const V& value : values.reshaped()) Put(value);
  }
  template <typename V>
  void Put(const VectorX<V>& values) {
    Put(MatrixX<V>(values));
  }
  std::vector<std::byte> Take() { return std::move(bytes_); }

 private:
  void Raw(const void* data, size_t size) {
    const auto* begin = static_cast<const std::byte*>(data);
    bytes_.insert(bytes_.end(), begin, begin + size);
  }
  std::vector<std::byte> bytes_;
};

// Takes values in the order in which Writer put them. Each length is compared with the bytes that
// are left before memory is reserved, so that damaged bytes cannot ask for gigabytes.
class Reader {
 public:
  explicit Reader(const std::vector<std::byte>& bytes) : bytes_(bytes) {}

  template <typename V>
  void Get(V* value) {
    static_assert(std::is_trivially_copyable_v<V>);
    Raw(value, sizeof *value);
  }
  void Get(bool* value) { *value = Get<uint8_t>() != 0; }
  void Get(std::string* text) {
    text->resize(Count(1));
    Raw(text->data(), text->size());
  }
  template <typename V>
  void Get(std::vector<V>* values) {
    values->resize(Count(1));
    for (V& value : *values) Get(&value);
  }
  template <typename V>
  void Get(MatrixX<V>* values) {
    const auto rows = Count(0), columns = Count(rows);
    values->resize(static_cast<int>(rows), static_cast<int>(columns));
    for (V& value : values->reshaped()) Get(&value);
  }
  template <typename V>
  void Get(VectorX<V>* values) {
    MatrixX<V> matrix;
    Get(&matrix);
    *values = matrix.reshaped();
  }
  template <typename V>
  V Get() {
    V value{};
    Get(&value);
    return value;
  }
  bool at_end() const { return next_ == bytes_.size(); }

 private:
  // How many elements follow, each of at least `size` bytes: no more than there are bytes left.
  uint64_t Count(uint64_t size) {
    const auto count = Get<uint64_t>();
    const uint64_t left = bytes_.size() - next_;
    if (count > left || (size > 0 && count > left / size)) ThrowTooShort();
    return count;
  }
  [[noreturn]] static void ThrowTooShort() {
    throw std::logic_error("Context::FromBytes(): the bytes end in the middle of a value");
  }
  void Raw(void* data, size_t size) {
    if (size > bytes_.size() - next_) ThrowTooShort();
    if (size > 0) std::memcpy(data, bytes_.data() + next_, size);
    next_ += size;
  }
  const std::vector<std::byte>& bytes_;
  size_t next_ = 0;
};

// --- abstract values: one list of types, each written and read under its place in it ---

// How to recognise, write and read one type of abstract value.
struct ValueType {
  const std::type_info* type;
  void (*put)(const AbstractValue&, Writer*);
  std::unique_ptr<AbstractValue> (*get)(Reader*);
};

// The entry for a type whose own value Writer and Reader know.
template <typename V>
constexpr ValueType TypeOf() {
  return {&typeid(V),
          [](const AbstractValue& value, Writer* out) { out->Put(value.get_value<V>()); },
          [](Reader* in) { return AbstractValue::Make<V>(in->Get<V>()); }};
}

// Vectors may be of a subclass; only their elements are written, and SetFrom() on the receiving
// side keeps the class that is there.
template <typename T>
ValueType BasicVectorType() {
  return {&typeid(BasicVector<T>),
          [](const AbstractValue& value, Writer* out) {
            out->Put(VectorX<T>(value.get_value<BasicVector<T>>().value()));
          },
          [](Reader* in) -> std::unique_ptr<AbstractValue> {
            return std::make_unique<Value<BasicVector<T>>>(BasicVector<T>(in->Get<VectorX<T>>()));
          }};
}

// The place in this list is what stands in the bytes, so new types go to the end.
const std::vector<ValueType>& ValueTypes() {
  static const std::vector<ValueType> types{TypeOf<bool>(),
                                            TypeOf<int>(),
                                            TypeOf<int64_t>(),
                                            TypeOf<double>(),
                                            TypeOf<std::string>(),
                                            TypeOf<std::vector<int>>(),
                                            TypeOf<std::vector<double>>(),
                                            TypeOf<std::vector<std::string>>(),
                                            TypeOf<VectorX<double>>(),
                                            TypeOf<MatrixX<double>>(),
                                            BasicVectorType<double>(),
                                            BasicVectorType<AutoDiff>()};
  return types;
}

using Abstracts = std::vector<std::unique_ptr<AbstractValue>>;

// Writes the number of the type and then the value. `what` names the value where its type is not
// listed, for example "an abstract state of system '::robot'".
void PutAbstract(const AbstractValue& value, const std::string& what, Writer* out) {
  const auto& types = ValueTypes();
  for (size_t i = 0; i < types.size(); ++i) {
    if (*types[i].type != value.type_info()) continue;
    out->Put(static_cast<uint8_t>(i));
    types[i].put(value, out);
    return;
  }
  throw std::logic_error("Context::ToBytes(): " + what + " is of type " +
                         DemangledName(value.type_info()) + ", which cannot be written to bytes");
}

// The opposite of PutAbstract(). A number beyond the list comes from a newer program or from
// damage.
std::unique_ptr<AbstractValue> GetAbstract(Reader* in) {
  const auto i = in->Get<uint8_t>();
  if (i >= ValueTypes().size()) {
    throw std::logic_error("Context::FromBytes(): the bytes hold a value of an unknown type");
  }
  return ValueTypes()[i].get(in);
}

// The node that something numbered `index` among all of its kind belongs to.
template <typename T>
std::string OwnerPath(const Plan<T>& plan, int PlanNode::*first, int index) {
  int owner = 0;
  for (int n = 0; n < plan.num_nodes() && plan.nodes[n].*first <= index; ++n) owner = n;
  return plan.PathOf(owner);
}

// --- the whole ---

// All that the bytes hold, read completely and examined before any of it reaches the context: so a
// refused input leaves the context as it was.
template <typename T>
struct Content {
  T time{0};
  std::optional<T> true_time;
  std::optional<double> accuracy;
  RandomSource random;
  uint8_t caching = 0, modes_held = 0;
  std::vector<T> numbers;  ///< continuous and discrete state, parameters
  std::vector<int64_t> modes;
  std::vector<double> loop_starts;  ///< only where there are algebraic loops
  std::vector<uint8_t> disabled;
  Abstracts states, parameters;
  std::map<int, FixedInput<T>> fixed;
};

// Reads in the order in which ContextToBytes() writes after the fingerprint.
template <typename T>
void GetAll(Reader* in, bool has_loops, Content<T>* content) {
  in->Get(&content->time);
  if (in->Get<uint8_t>() != 0) content->true_time = in->Get<T>();
  if (in->Get<uint8_t>() != 0) content->accuracy = in->Get<double>();
  in->Get(&content->random);
  in->Get(&content->caching);
  in->Get(&content->modes_held);
  in->Get(&content->numbers);
  in->Get(&content->modes);
  if (has_loops) in->Get(&content->loop_starts);
  in->Get(&content->disabled);
  for (Abstracts* values : {&content->states, &content->parameters}) {
    const auto count = in->Get<uint32_t>();
    for (uint32_t i = 0; i < count; ++i) values->push_back(GetAbstract(in));
  }
  const auto count = in->Get<uint32_t>();
  for (uint32_t i = 0; i < count; ++i) {
    const int input = in->Get<int32_t>();
    auto& fixed = content->fixed[input];
    if (in->Get<uint8_t>() != 0) {
      fixed.abstract = GetAbstract(in);
    } else {
      const auto value = in->Get<VectorX<T>>();
      content->fixed.erase(input);
      content->fixed.emplace(input, FixedInput<T>{BasicVector<T>(value), nullptr});
    }
  }
}

// The arena without what is computed: continuous state, then discrete state and parameters, which
// lie side by side; time derivatives and cache entries are left out.
template <typename T>
void PutNumbers(const ContextData<T>& data, Writer* out) {
  const Plan<T>& plan = *data.plan;
  const T* arena = data.arena.data();
  std::vector<T> numbers(arena, arena + plan.num_continuous());
  numbers.insert(numbers.end(), arena + plan.discrete_begin, arena + plan.parameters_end);
  out->Put(numbers);
}

// Abstract states, abstract parameters and fixed inputs. Fixed inputs are sorted by number first,
// so that equal contexts give equal bytes.
template <typename T>
void PutAbstracts(const ContextData<T>& data, Writer* out) {
  const auto put = [&](const Abstracts& values, int PlanNode::*first, const char* kind) {
    out->Put(static_cast<uint32_t>(values.size()));
    for (int i = 0; i < static_cast<int>(values.size()); ++i) {
      const std::string path = OwnerPath(*data.plan, first, i);
      PutAbstract(*values[i], "an " + std::string(kind) + " of system '" + path + "'", out);
    }
  };
  put(data.abstract_states, &PlanNode::first_abstract_state, "abstract state");
  put(data.abstract_parameters, &PlanNode::first_abstract_parameter, "abstract parameter");
  std::map<int, const FixedInput<T>*> fixed;
  for (const auto& [input, value] : data.inputs.fixed()) fixed[input] = &value;
  out->Put(static_cast<uint32_t>(fixed.size()));
  for (const auto& [input, value] : fixed) {
    out->Put(static_cast<int32_t>(input));
    out->Put(static_cast<uint8_t>(value->abstract != nullptr));
    if (value->abstract != nullptr) {
      const std::string path = OwnerPath(*data.plan, &PlanNode::first_input, input);
      PutAbstract(*value->abstract, "a fixed input of system '" + path + "'", out);
    } else {
      out->Put(VectorX<T>(value->vector.value()));
    }
  }
}

// The fingerprint has said that the structure is the same; bytes may still have been changed.
template <typename T>
bool Fits(const Content<T>& content, const ContextData<T>& data) {
  const Plan<T>& plan = *data.plan;
  const auto same_types = [](const Abstracts& values, const Abstracts& stored) {
    return std::equal(
        values.begin(), values.end(), stored.begin(), stored.end(),
        [](const auto& a, const auto& b) { return a->type_info() == b->type_info(); });
  };
  const bool inputs_exist =
      content.fixed.empty() ||
      (content.fixed.begin()->first >= 0 &&
       content.fixed.rbegin()->first < static_cast<int>(plan.input_entry.size()));
  return static_cast<int>(content.numbers.size()) ==
             plan.num_continuous() + plan.parameters_end - plan.discrete_begin &&
         content.modes.size() == data.modes.size() &&
         content.loop_starts.size() == data.loops.starts.size() &&
         content.disabled.size() == data.flags.size() &&
         content.caching <= static_cast<uint8_t>(ContextData<T>::Caching::kChecked) &&
         same_types(content.states, data.abstract_states) &&
         same_types(content.parameters, data.abstract_parameters) && inputs_exist;
}

// Everything was examined before: this writes it into the context. Caching is set after the flags
// of single entries, and at last everything computed is marked out of date.
template <typename T>
void Commit(Content<T>* content, ContextData<T>* data) {
  const Plan<T>& plan = *data->plan;
  data->time = content->time;
  data->true_time = content->true_time;
  data->accuracy = content->accuracy;
  data->random = content->random;
  const auto discrete = content->numbers.begin() + plan.num_continuous();
  std::copy(content->numbers.begin(), discrete, data->arena.begin());
  std::copy(discrete, content->numbers.end(), data->arena.begin() + plan.discrete_begin);
  data->modes = content->modes;
  data->loops.starts = content->loop_starts;
  data->modes_held = content->modes_held != 0;
  for (size_t i = 0; i < content->states.size(); ++i) {
    data->abstract_states[i]->SetFrom(*content->states[i]);
  }
  for (size_t i = 0; i < content->parameters.size(); ++i) {
    data->abstract_parameters[i]->SetFrom(*content->parameters[i]);
  }
  data->inputs.UnfixAll();
  for (auto& [input, value] : content->fixed) data->inputs.Fix(input, std::move(value));
  for (int e = 0; e < plan.num_entries(); ++e) {
    constexpr auto kDisabled = ContextData<T>::kDisabled;
    data->flags[e] = static_cast<uint8_t>(content->disabled[e] ? data->flags[e] | kDisabled
                                                               : data->flags[e] & ~kDisabled);
  }
  CacheSwitches<T>(data).SetCaching(
      static_cast<typename ContextData<T>::Caching>(content->caching));
  data->InvalidateAllButInputs();
}
// The layout: letters and version, the fingerprint of the structure, time, accuracy, random source,
// mode of caching, numbers, modes, starts of loops where there are any, disabled entries, abstract
// values.
template <typename T>
std::vector<std::byte> ContextToBytes(const ContextData<T>& data) {
  Writer out;
  for (const char c : std::string(kMagic)) out.Put(c);
  out.Put(kVersion);
  out.Put(data.plan->fingerprint);
  out.Put(data.time);
  out.Put(static_cast<uint8_t>(data.true_time.has_value()));
  if (data.true_time) out.Put(*data.true_time);
  out.Put(static_cast<uint8_t>(data.accuracy.has_value()));
  if (data.accuracy) out.Put(*data.accuracy);
  out.Put(data.random);
  out.Put(static_cast<uint8_t>(data.caching()));
  out.Put(static_cast<uint8_t>(data.modes_held));
  PutNumbers(data, &out);
  out.Put(data.modes);
  if (data.plan->loops) out.Put(data.loops.starts);
  std::vector<uint8_t> disabled;
  for (const uint8_t flag : data.flags) {
    disabled.push_back((flag & ContextData<T>::kDisabled) != 0);
  }
  out.Put(disabled);
  PutAbstracts(data, &out);
  return out.Take();
}

// Refuses in this order: bytes of something else, of another version, of another system, damaged
// ones. The first that holds tells the user most.
template <typename T>
void ContextFromBytes(const std::vector<std::byte>& bytes, ContextData<T>* data) {
  Reader in(bytes);
  const std::string magic(kMagic);
  if (bytes.size() < magic.size() || std::memcmp(bytes.data(), kMagic, magic.size()) != 0) {
    throw std::logic_error("Context::FromBytes(): these bytes are not those of a context");
  }
  for (size_t i = 0; i < magic.size(); ++i) in.Get<char>();
  const auto version = in.Get<uint32_t>();
  if (version != kVersion) {
    throw std::logic_error("Context::FromBytes(): the bytes are of version " +
                           std::to_string(version) + ", this program reads version " +
                           std::to_string(kVersion));
  }
  if (in.Get<uint64_t>() != data->plan->fingerprint) {
    throw std::logic_error(
        "Context::FromBytes(): the bytes belong to a system of another "
        "structure than '" +
        data->plan->PathOf(0) + "'");
  }
  Content<T> content;
  GetAll(&in, data->plan->loops != nullptr, &content);
  if (!in.at_end() || !Fits(content, *data)) {
    throw std::logic_error("Context::FromBytes(): the bytes are damaged");
  }
  Commit(&content, data);
}

template <>
std::vector<std::byte> ContextToBytes(const ContextData<Expression>&) {
  throw std::logic_error("Context::ToBytes(): expressions cannot be written to bytes");
}
template <>
void ContextFromBytes(const std::vector<std::byte>&, ContextData<Expression>*) {
  throw std::logic_error("Context::FromBytes(): expressions cannot be read from bytes");
}
}  // namespace
}  // namespace loopwright::internal

namespace loopwright {

// A part of a diagram is no context of its own: its inputs lie outside.
template <typename T>
std::vector<std::byte> Context<T>::ToBytes() const {
  if (!is_root_context()) {
    throw std::logic_error("Context::ToBytes(): only a root context can be written to bytes");
  }
  return internal::ContextToBytes(*data_);
}
template <typename T>
void Context<T>::FromBytes(const std::vector<std::byte>& bytes) {
  if (!is_root_context()) {
    throw std::logic_error("Context::FromBytes(): only a root context can be read from bytes");
  }
  internal::ContextFromBytes(bytes, data_);
}

// --- as text, for people ---

namespace {
// A number as text, derivatives left out, or the formula.
std::string TextOf(double x) { return FormatNumber(x); }
std::string TextOf(const AutoDiff& x) { return FormatNumber(x.value()); }
std::string TextOf(const Expression& x) { return ToText(x); }
}  // namespace

// For debugging and messages: a title with the system's path, the time, then q, v, z, discrete
// groups and parameters, a line each. Abstract values are only counted, as they need not have a
// text.
template <typename T>
std::string Context<T>::to_string() const {
  std::ostringstream text;
  const std::string title = "Context of " + GetSystemPathname();
  text << title << "\n"
       << std::string(title.size(), '-') << "\nTime: " << TextOf(get_time()) << " s\n";
  const auto add = [&text](const std::string& what, const VectorBase<T>& values) {
    text << "  " << what << ":";
    for (int i = 0; i < values.size(); ++i) text << " " << TextOf(values[i]);
    text << "\n";
  };
  const auto& xc = get_continuous_state();
  if (!is_stateless()) text << "State:\n";
  if (xc.num_q() > 0) add("q", xc.get_generalized_position());
  if (xc.num_v() > 0) add("v", xc.get_generalized_velocity());
  if (xc.num_z() > 0) add("z", xc.get_misc_continuous_state());
  for (int i = 0; i < num_discrete_state_groups(); ++i) {
    add("discrete group " + std::to_string(i), get_discrete_state(i));
  }
  if (num_abstract_states() > 0) text << "  abstract: " << num_abstract_states() << "\n";
  if (num_numeric_parameter_groups() + num_abstract_parameters() > 0) text << "Parameters:\n";
  for (int i = 0; i < num_numeric_parameter_groups(); ++i) {
    add("numeric " + std::to_string(i), get_numeric_parameter(i));
  }
  if (num_abstract_parameters() > 0) text << "  abstract: " << num_abstract_parameters() << "\n";
  return text.str();
}

LOOPWRIGHT_INSTANTIATE_CLASS(Context)

}  // namespace loopwright
