#include "blocklib/continuous/transfer_function.h"

#include "blocklib/common/convert.h"
#include "blocklib/common/parameters.h"

namespace loopwright {

template <typename T>
TransferFunction<T>::TransferFunction(const Eigen::VectorXd& numerator,
                                      const Eigen::VectorXd& denominator)
    : CanonicalForm<T>(SystemTypeTag<TransferFunction>{},
                       CanonicalForm<T>::CoefficientsOf(numerator, denominator),
                       CanonicalForm<T>::StateKind::kContinuous) {}

template <typename T>
void TransferFunction<T>::DoCalcTimeDerivatives(const Context<T>& context,
                                                ContinuousState<T>* derivatives) const {
  this->CalcRightHandSide(context, this->continuous_data(context), derivatives->data());
}

template <typename T>
TransferFunction<T>::TransferFunction(const BlockArguments& arguments)
    : TransferFunction(arguments.vector("numerator"), arguments.vector("denominator")) {}

template <typename T>
template <typename U>
TransferFunction<T>::TransferFunction(const TransferFunction<U>& other)
    : CanonicalForm<T>(SystemTypeTag<TransferFunction>{},
                       {other.coefficients().a, other.coefficients().c, other.coefficients().d},
                       CanonicalForm<T>::StateKind::kContinuous) {}

LOOPWRIGHT_INSTANTIATE_CLASS(TransferFunction)

BlockDescriptor TransferFunctionBlock() {
  BlockDescriptor block;
  block.type = "TransferFunction";
  block.category = "continuous";
  block.title = "Transfer function";
  block.summary = "Continuous transfer function (proper, single input and output).";
  block.inputs = {"u"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("numerator", ParameterKind::kVector, ParameterSetting::List{1}, "", "",
                    "highest power of s first"),
      MakeParameter("denominator", ParameterKind::kVector, ParameterSetting::List{1, 1}, "",
                    "degree >= numerator's", ""),
  };
  block.feedthrough = "where numerator and denominator have equal degree";
  block.state = "continuous";
  block.behaviour =
      "controllable canonical form (a denominator that is not monic is normalised), zero initial "
      "state";
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) { widths->AllFixed(1); };
  block.validate = ValidateTransferFunction;
  block.UseSystem<TransferFunction>();
  return block;
}

}  // namespace loopwright
