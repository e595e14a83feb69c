#include "gui/main_window/application.h"

int main(int argc, char** argv) { return loopwright::runApplication(argc, argv); }
