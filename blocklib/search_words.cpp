#include "blocklib/search_words.h"

#include <algorithm>
#include <iterator>

namespace loopwright {

namespace {

// In the order of the registry. For each type the words that a person may know it by: first what it
// does, in plain words, then what other programs call such a block. Whoever comes from one of these
// types the name that is familiar there.
constexpr SearchWords kSearchWords[] = {
    // Sources.
    {"Constant", "number, fixed value, bias, set point, reference, ground, zero",
     "CONST_m, CONST_f, CONST, Ground, Ground_g, ConstantVectorSource"},
    {"Step", "jump, step function, step input, unit step, Heaviside, switch on",
     "STEP_FUNCTION, STEP, StepFunction"},
    {"Ramp", "slope, linear rise, unit ramp", "RAMP"},
    {"Sine", "sin, sine wave, cosine, cos, oscillation, harmonic, wave, signal generator, AC",
     "GENSIN_f, Sine Wave, Signal Generator, WAVEFORM"},
    {"Pulse", "square wave, rectangular wave, impulse, PWM, pulse generator, duty cycle, on off",
     "GENSQR_f, PULSE_SC, Pulse Generator"},
    {"Sawtooth", "triangle, triangle wave, triangular, repeating ramp, carrier",
     "SAWTOOTH_f, Repeating Sequence, Sawtooth Generator"},
    {"Chirp", "sweep, frequency sweep, swept sine", "Chirp Signal"},
    {"Clock", "time, simulation time, t", "TIME_f, TIME, CLOCK_c, Digital Clock"},
    {"SignalTable",
     "signal from table, time series, waypoints, piecewise, profile, trajectory, schedule, data",
     "From Workspace, Signal Builder, Signal Editor, Repeating Sequence Interpolated, CURV_c, "
     "CURVE_c, FROMWSB, PIECEWISE, TrajectorySource"},
    {"FileSource", "read file, import, load data, CSV, data file, measured data, input file",
     "From File, From Spreadsheet, RFILE_f, READC_f, READAU_f"},
    {"DiscreteCounter", "counter, count up, sample number, index, ticks",
     "Counter Free-Running, Counter Limited, Counter, Modulo_Count"},
    {"BinarySequence", "PRBS, pseudo-random, binary signal, identification, bits, shift register",
     "PN Sequence Generator, Random Integer"},
    // Mathematics.
    {"Gain",
     "multiply by constant, amplifier, proportional, P controller, scale, factor, amplification, "
     "matrix gain, K",
     "GAINBLK_f, GAINBLK, GAIN_f, Slider Gain, Matrix Gain"},
    {"Sum",
     "add, subtract, plus, minus, difference, error, summing junction, adder, compare set point, "
     "+, -",
     "Add, Subtract, Sum of Elements, Adder, SUMMATION, BIGSOM_f, SUM_f"},
    {"Product", "multiply, divide, division, times, quotient, ratio, modulate, mixer, *, /",
     "Divide, PROD_f, PRODUCT, PROD, Product of Elements, INVBLK, MATMUL"},
    {"MathFunction",
     "function, exp, log, ln, log10, sqrt, square root, abs, absolute value, sign, reciprocal, "
     "inverse, square, sin, cos, tan, trigonometry, exponential",
     "Math Function, Sqrt, Abs, Sign, Signum, SIGNUM, Trigonometric Function, TrigFun, ABS_VALUE, "
     "EXPBLK_m, EXPBLK, LOGBLK_f, SQRT, SINBLK_f, COSBLK_f, TANBLK_f, Reciprocal Sqrt"},
    {"Power", "exponent, raise, x^n, cube, root", "POWBLK_f, POW, POWBLK"},
    {"Atan2", "arctangent, angle, polar, phase angle, direction",
     "Trigonometric Function atan2, Cartesian to Polar"},
    {"MinMax", "minimum, maximum, smallest, largest, limit to the other signal",
     "MAXMIN, MAX_f, MIN_f, MinMax Running Resettable"},
    {"Round", "floor, ceil, fix, truncate, integer, rounding",
     "Rounding Function, Data Type Conversion, CONVERT"},
    {"Modulo", "mod, remainder, rem, wrap, wrap angle, modulus", "Wrap To Zero, WrapToSystem"},
    {"Polynomial", "polyval, power series, calibration curve", ""},
    {"DotProduct", "inner product, scalar product, dot", ""},
    {"Norm", "length of a vector, magnitude, Euclidean, distance, modulus of a vector", ""},
    {"Comparison", "compare, greater, less, equal, threshold, relational, <, >, ==, <=, >=, !=",
     "Relational Operator, Compare To Zero, Compare To Constant, RELATIONALOP, Interval Test"},
    {"Logic", "and, or, not, xor, nand, nor, boolean, gate, logical",
     "Logical Operator, LOGIC, LOGICAL_OP, ANDLOG_f, ANDBLK"},
    {"Expression", "formula, equation, fcn, user function, script, calculate, arithmetic",
     "Fcn, MATLAB Function, Interpreted MATLAB Function, EXPRESSION, scifunc_block_m, FUNCTION"},
    {"AlgebraicConstraint",
     "solve, root, equation, zero, implicit, algebraic loop, DAE, unknown, Newton, fsolve",
     "Algebraic Constraint, CONSTRAINT_c, InverseBlockConstraints"},
    // Nonlinear.
    {"Saturation", "limit, limiter, clip, clamp, bound, min max, actuator limit, anti-windup",
     "SATURATION, SAT_f, CLIP, Saturation Dynamic"},
    {"DeadZone", "dead band, deadband, insensitive, threshold zone", "DEADBAND, Dead Zone Dynamic"},
    {"Relay",
     "hysteresis, two-point, bang-bang, thermostat, Schmitt trigger, on-off controller, switch "
     "with hysteresis",
     "HYSTHERESIS, RELAY_f"},
    {"Quantizer", "quantize, resolution, ADC, AD converter, bits, round to steps",
     "QUANT_f, QUANT, Idealized ADC Quantizer"},
    {"RateLimiter", "slew rate, limit slope, rate limit, ramp limiter, soft start",
     "RATELIMITER, Rate Limiter Dynamic"},
    {"Backlash", "play, gear play, slack, clearance, hysteresis of a gear", "BACKLASH"},
    {"CoulombFriction", "friction, stiction, dry friction, viscous, drag",
     "Coulomb & Viscous Friction, Coulomb and Viscous Friction"},
    {"Latch", "flip-flop, flip flop, SR, RS, bistable, set reset, start stop, hold on, alarm",
     "S-R Flip-Flop, SR Latch, RSFlipFlop, SRFLIPFLOP"},
    {"EdgeDetector",
     "edge, monoflop, monostable, one-shot, one shot, rising edge, falling edge, zero crossing, "
     "pulse on change",
     "Detect Rise Positive, Detect Fall Negative, Hit Crossing, Monostable, Edge Detector"},
    {"TriggeredCounter",
     "event counter, count events, count edges, up counter, revolutions, cycles",
     "Counter, Triggered Counter"},
    {"LookupTable1D",
     "lookup, look-up table, table, map, curve, characteristic, interpolation, interpolate, LUT",
     "1-D Lookup Table, Lookup Table, n-D Lookup Table, Prelookup, LOOKUP_f, INTRPLBLK_f, "
     "INTERPOLATE, Sine Table"},
    {"LookupTable2D", "map, 2D lookup, characteristic map, surface, bilinear, engine map",
     "2-D Lookup Table, Lookup Table (2-D), LOOKUP2D, INTRP2BLK_f"},
    // Continuous.
    {"Integrator", "integral, 1/s, integrate, accumulate, I controller",
     "INTEGRAL_m, INTEGRAL_f, Integrator Limited"},
    {"ResettableIntegrator", "reset integrator, integrate with reset, reset",
     "Integrator with reset, INTEGRAL_m reset"},
    {"SecondOrderIntegrator", "double integrator, 1/s^2, acceleration, position, velocity, motion",
     "Integrator Second-Order"},
    {"FirstOrderLag",
     "filter, low-pass, low pass filter, lag, PT1, first order, time constant, smoothing, RC, "
     "sensor lag",
     "FirstOrderLowPassFilter, First-Order Filter, Transfer Fcn First Order"},
    {"SecondOrderLag",
     "PT2, second order, damping, resonance, oscillator, resonator, natural frequency",
     "Second-Order Filter, Varying Lowpass Filter"},
    {"TransferFunction",
     "transfer fcn, G(s), tf, lead, lead-lag, compensator, s-domain, Laplace, numerator "
     "denominator, analog filter, high-pass, band-pass, notch",
     "Transfer Fcn, CLR, CLR_f, LTI_SISO, TCLSS, Lead-Lag"},
    {"ZeroPoleGain", "zero-pole, poles, zeros, pole zero, zpk, roots", "Zero-Pole"},
    {"StateSpace", "ss, A B C D, linear system, matrices, LTI, MIMO",
     "State-Space, CLSS, LTI_SS, LinearSystem, AffineSystem, Descriptor State-Space"},
    {"PidController",
     "PID, PI, PD, controller, regulator, feedback controller, proportional integral derivative",
     "PID Controller, PID Controller (2DOF)"},
    {"Derivative",
     "differentiate, differentiator, du/dt, d/dt, rate of change, D controller, velocity from "
     "position",
     "DERIV"},
    {"TransportDelay",
     "dead time, time delay, pure delay, latency, lag time, transport lag, exp(-s T)",
     "TIME_DELAY, VARIABLE_DELAY, Variable Transport Delay, Variable Time Delay"},
    {"DifferentialEquation",
     "ODE, ordinary differential equation, xdot, dynamics, nonlinear system, model, equations of "
     "motion, S-function",
     "S-Function, MBLOCK, SymbolicVectorSystem"},
    // Discrete.
    {"UnitDelay", "1/z, z^-1, memory, sample delay, previous value, register, one step delay",
     "DOLLAR_f, DOLLAR_m, DOLLAR, Memory, REGISTER"},
    {"Delay", "z^-n, n samples, tapped delay, FIFO, buffer, sample delay line",
     "Tapped Delay, Integer Delay, DELAY_f, DELAYV_f, Variable Integer Delay, DiscreteTimeDelay"},
    {"ZeroOrderHold",
     "ZOH, sample and hold, hold, sampler, sample, DA converter, DAC, discretize, rate transition",
     "Zero-Order Hold, SAMPHOLD_m, SAMPHOLD, Rate Transition"},
    {"FirstOrderHold", "FOH, extrapolate, linear hold", "First-Order Hold"},
    {"DiscreteIntegrator",
     "accumulator, discrete-time integrator, sum over time, running sum, forward Euler, "
     "trapezoidal",
     "Discrete-Time Integrator, DINTEGRATOR, Cumulative Sum"},
    {"DiscreteDerivative",
     "difference, backward difference, differentiate samples, finite difference", "Difference"},
    {"DiscreteTransferFunction",
     "G(z), z-transform, digital filter, IIR, IIR filter, z-domain, discrete filter",
     "Discrete Transfer Fcn, Discrete Filter, DLR, DLR_f"},
    {"DiscreteZeroPoleGain", "discrete poles, discrete zeros, discrete zpk", "Discrete Zero-Pole"},
    {"DiscreteStateSpace", "discrete ss, discrete linear system, x[n+1]",
     "Discrete State-Space, DLSS, DLSS_f"},
    {"DiscretePid", "digital PID, sampled PID, discrete controller, digital controller",
     "Discrete PID Controller"},
    {"FirFilter", "FIR, filter, convolution, taps, impulse response, digital filter",
     "Discrete FIR Filter"},
    {"MovingAverage", "mean, average, smooth, boxcar, running mean, sliding window, filter",
     "Moving Average, Weighted Moving Average"},
    {"DifferenceEquation",
     "recursion, recurrence, discrete equations, state machine, x[n], algorithm",
     "MATLAB System, Discrete S-Function"},
    {"KalmanFilter", "Kalman, observer, estimator, state estimation, sensor fusion, LQE, filter",
     "Kalman Filter"},
    {"TriggeredSampler",
     "sample on trigger, edge, capture, event sampler, latch on edge, sample and hold with trigger",
     "Triggered Subsystem, Sample and Hold, Hit Crossing, EDGE_TRIGGER"},
    // Stochastic.
    {"GaussianNoise",
     "noise, random, random number, normal distribution, measurement noise, Gauss, white",
     "Random Number, RAND_m, RAND_f, RandomSource, RAND"},
    {"UniformNoise", "noise, uniform distribution, random uniform, dither, rand",
     "Uniform Random Number"},
    {"ExponentialNoise", "noise, exponential distribution, waiting time, lifetime", ""},
    {"BandLimitedWhiteNoise", "white noise, noise, power spectral density, sensor noise, PSD noise",
     "Band-Limited White Noise"},
    {"RandomWalk", "drift, bias drift, cumulative noise, brownian", ""},
    {"PoissonProcess", "arrivals, events, counting process, jumps, queue, shot noise",
     "Poisson Integer, Entity Generator"},
    {"GaussMarkov",
     "coloured noise, correlated noise, colored noise, AR(1), exponentially correlated", ""},
    {"OrnsteinUhlenbeck",
     "mean reverting, mean-reverting noise, OU process, coloured noise, Langevin", ""},
    {"WienerProcess", "Brownian motion, Brownian, diffusion, integrated white noise", ""},
    {"GeometricBrownianMotion", "stock price, multiplicative noise, GBM, Black Scholes, finance",
     ""},
    {"StochasticEquation",
     "SDE, stochastic differential equation, Ito, process noise, Langevin equation", ""},
    // Routing.
    {"Mux", "join, combine, vector, bus, concatenate, stack, bundle",
     "Vector Concatenate, Bus Creator, MUX, MUX_f, Multiplexer, DICT"},
    {"Demux", "split, separate, unpack, bus", "Bus Selector, DEMUX, DEMUX_f, Demultiplexer, ITEM"},
    {"Selector", "element, index, pick, extract, subvector, slice", "EXTRACTOR, INDEX, SUBMAT"},
    {"Switch", "if, if else, condition, choose, select, changeover, manual switch",
     "SWITCH_f, SWITCH2_m, Manual Switch, IFTHEL_f, SELF_SWITCH"},
    {"MultiportSwitch", "case, selector switch, choose by index, route, rotary switch",
     "M_SWITCH, SELECT_m, ESELECT_f, ISELECT_m, Index Vector, Switch Case, PortSwitch"},
    {"Goto", "send, tag, wireless, label, jump wire", "GOTO, Data Store Write"},
    {"From", "receive, tag, wireless, label", "FROM, Data Store Read"},
    {"Subsystem", "group, hierarchy, superblock, block of blocks, module, component, atomic",
     "SUPER_f, Model, Atomic Subsystem, SUBSYSTEM"},
    {"Inport", "input, in, input port, connector, entry", "In1, IN_f, INPORT, INIMPL_f"},
    {"Outport", "output, out, output port, exit", "Out1, OUT_f, OUTPORT, OUTIMPL_f"},
    {"Terminator", "ignore, unused output, cap, null", "TRASH_f, TERMINATION_f, NULL, Sink"},
    // Plants.
    {"MassSpringDamper", "spring, damper, mechanical oscillator, vibration, suspension, mass",
     "Translational Spring"},
    {"Pendulum", "swing, gravity pendulum", "SimplePendulum, PENDULUM_ANIM"},
    {"CartPole", "inverted pendulum, cart, pole, balance, segway", "Inverted Pendulum"},
    {"BouncingBall", "ball, bounce, impact, hybrid example, floor", "BOUNCE_BALL, BOUNCEXY"},
    {"DcMotor", "motor, electric motor, actuator, drive, machine", "DC Motor, DC Machine"},
    {"VanDerPol", "limit cycle, relaxation oscillator, nonlinear oscillator", ""},
    {"Lorenz", "chaos, chaotic, attractor, butterfly", ""},
    // Sinks.
    {"Scope", "plot, graph, oscilloscope, chart, trace, show, viewer, measure, curve",
     "CSCOPE, CMSCOPE, Floating Scope, Time Scope, SCOPE, VectorLogSink, SignalLogger"},
    {"XYScope", "phase portrait, phase plane, XY plot, trajectory plot, Lissajous",
     "XY Graph, CSCOPXY, SCOPEXY, CANIMXY"},
    {"Display", "number display, show value, read-out, digital meter, print, indicator",
     "AFFICH_m, AFFICH_f, PRINT, WATCH, Numeric Display"},
    {"Histogram", "distribution, bins, frequency of values, density, statistics", ""},
    {"Spectrum", "FFT, power spectrum, frequency, PSD, Fourier, Welch, spectral density",
     "Spectrum Analyzer, Power Spectral Density, FFT"},
    {"FileSink", "write file, save, export, log, CSV, record, output file",
     "To File, To Workspace, WFILE_f, WRITEC_f, TOWS_c, WRITEAU_f"},
    {"StopWhen", "stop, end simulation, terminate, halt, quit when, finish",
     "Stop Simulation, STOP, STOP_f, HALT_f, ENDBLK, END_c"},
    {"Assert", "check, verify, test, limit check, fail, assertion, requirement",
     "Assertion, Check Static Range, Check Dynamic Range"},
};

}  // namespace

// The whole table, for translators and for the test that compares it with the registry. In the
// order of the registry.
std::span<const SearchWords> AllSearchWords() { return kSearchWords; }

// A type that has no entry is found by its own name alone.
SearchWords FindSearchWords(std::string_view type) {
  const auto* const found = std::find_if(std::begin(kSearchWords), std::end(kSearchWords),
                                         [&](const SearchWords& one) { return one.type == type; });
  return found == std::end(kSearchWords) ? SearchWords{type, {}, {}} : *found;
}

}  // namespace loopwright
