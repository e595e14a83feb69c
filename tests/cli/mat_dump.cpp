// Prints the variables of a MAT-file of results: its name, then the fields, a line each.

#include <matio.h>

#include <cstdint>
#include <cstdio>

namespace {

constexpr const char* kFields[] = {"label", "time", "side", "value"};

void PrintElement(const matvar_t& field, size_t i) {
  switch (field.class_type) {
    case MAT_C_DOUBLE:
      std::printf(" %.17g", static_cast<const double*>(field.data)[i]);
      break;
    case MAT_C_INT8:
      std::printf(" %d", static_cast<const int8_t*>(field.data)[i]);
      break;
    case MAT_C_CHAR:
      std::printf(" %c", static_cast<const uint16_t*>(field.data)[i]);
      break;
    default:
      std::printf(" ?");
  }
}

// Row by row.
void PrintField(const matvar_t& field) {
  const size_t rows = field.dims[0], columns = field.dims[1];
  std::printf("  %s %zux%zu:", field.name, rows, columns);
  for (size_t row = 0; row < rows; ++row) {
    for (size_t column = 0; column < columns; ++column) PrintElement(field, column * rows + row);
  }
  std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
  mat_t* file = argc == 2 ? Mat_Open(argv[1], MAT_ACC_RDONLY) : nullptr;
  if (file == nullptr || Mat_GetVersion(file) != MAT_FT_MAT5) return 1;
  while (matvar_t* variable = Mat_VarReadNext(file)) {
    std::printf("%s\n", variable->name);
    for (const char* name : kFields) {
      const matvar_t* field = Mat_VarGetStructFieldByName(variable, name, 0);
      if (field == nullptr || field->rank != 2) return 1;
      PrintField(*field);
    }
    Mat_VarFree(variable);
  }
  Mat_Close(file);
  return 0;
}
