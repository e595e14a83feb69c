#include "app/cli/options.h"

int main(int argc, char** argv) { return loopwright::RunCommandLine(argc, argv); }
