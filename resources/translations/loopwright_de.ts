<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en">
<context>
    <name>Export</name>
    <message>
        <source>the folder %1 cannot be made</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PNG picture (*.png);;SVG drawing (*.svg);;PDF document (*.pdf)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: the name of a picture ends in .png, .svg or .pdf</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Faces</name>
    <message>
        <source>mean</source>
        <comment>of a moving average; the next line is &quot;of N&quot;</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of %1</source>
        <comment>N values</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Files</name>
    <message>
        <source>Loopwright diagrams (*.loop.json);;All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file was changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another program changed %1 since it was opened.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saving replaces what that program wrote.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The diagram was not saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the changes to %1?</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Help</name>
    <message>
        <source>Equation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pitfalls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The block has no outputs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State is discrete: at an update of the block, ○ shows the state before it and ● the state after it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State is continuous: it does not move while others are updated, so what depends on it alone has equal ○ and ●, except where the block itself sets it anew.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State is a history of the input: ○ and ● differ where a jump of the input comes out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no state: ○ and ● are equal at every update.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no state: at an update, ○ and ● of the output follow ○ and ● of the inputs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Direct feedthrough: an output depends on the inputs at the same instant.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No direct feedthrough: the block can close a loop.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Direct feedthrough: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Diagram: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plot: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Example</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unwired: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>may stay unwired</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>needs a wire</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ports</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>default</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no block type &quot;%1&quot;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The explanations on this page are in English.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In short</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See also</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the folder %1 cannot be made</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Preview</name>
    <message>
        <source>the parameter &apos;%1&apos; is wrong itself: mend it first</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Selection</name>
    <message>
        <source>wire</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n wires</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n blocks</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>frame</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>note</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n items</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>blocklib</name>
    <message>
        <source>0 hangs down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0: never wraps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1/sqrt(s)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&lt;= upper</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&gt;= off_threshold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A constant value.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A diagram inside a block.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A formula of its inputs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A pulse train.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A ramp.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A sawtooth or triangle wave.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A signal given by a table.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A signal read from a CSV file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A sine wave.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A sine with a frequency that sweeps linearly.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A step at a given time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Adds and subtracts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An elementary function.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An input of the enclosing subsystem; at the top level an input of the whole diagram.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An output of the enclosing subsystem or of the whole diagram.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Assert</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Backlash</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Backward difference.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ball that bounces on the floor.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Band-limited white noise</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Binary sequence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bogacki and Shampine&apos;s Runge-Kutta pair 3(2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bouncing ball</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Brownian motion.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CVODE&apos;s Adams-Moulton formulas of order 1 to 12, for smooth systems</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CVODE&apos;s backward differentiation formulas of order 1 to 5, for stiff systems</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cart with an inverted pendulum (point mass).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cart-pole</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chirp</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compares two signals.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Constant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Continuous pure delay.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Continuous transfer function (proper, single input and output).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Coulomb and viscous friction force.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Coulomb friction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Counts its updates.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Counts random arrivals.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DC motor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Damped pendulum driven by a torque.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dead zone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delays by a number of samples.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delays by one sample.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Demux</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Derivative</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Difference equation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Difference equations as formulas.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Differential equation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Discrete PID</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Discrete counter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Discrete derivative</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Discrete integrator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Discrete state space</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Discrete transfer function</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Discrete zero-pole-gain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Display</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Distribution of a signal&apos;s samples.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dormand and Prince&apos;s Runge-Kutta pair 5(4)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dot product</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ends an unused output.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ends the run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Euler&apos;s method</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Evaluates a polynomial.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exponential noise</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expression</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>FIR filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fails the run when its input is zero.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File sink</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filtered derivative.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finite impulse response filter.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First-order hold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First-order lag</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First-order low-pass.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Four-quadrant arctangent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Four-quadrant arctangent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>G(s) = gain*wn^2/(s^2 + 2*zeta*wn*s + wn^2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>G(s) = s/(T s + 1), zero initial state</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gauss-Markov process</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gaussian noise</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Geometric Brownian motion</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Goto</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Heun&apos;s method, the explicit trapezoidal rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Histogram</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Horner</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Independent exponential samples.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Independent normal samples, held between updates.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Independent uniform samples.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inner product of two vectors.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inport</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Integrates its input.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Integrates, and is reset when its trigger crosses zero.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Integrator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Interpolates in a grid.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Interpolates in a table.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Joins signals into a vector.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kalman filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kutta&apos;s method of order 3 with the midpoint rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>L di/dt = V - R i - Ke w; J dw/dt = Kt i - b w - load</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Limits a signal.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Limits how fast a signal changes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Linear difference equations.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Linear state-space system.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Logic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Logical operation.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lookup table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lookup table of two inputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lorenz system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lorenz system.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mass on a spring with a damper.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mass-spring-damper</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Math function</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean of the last samples.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean-reverting noise as a stochastic differential equation.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Minimum or maximum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Minimum or maximum of its inputs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Modulo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Moving average</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Multiplicative noise.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Multiplies and divides elementwise.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Multiplies by a gain.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Multiport switch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mux</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Norm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Norm of a vector.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ordinary differential equations as formulas.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ornstein-Uhlenbeck process</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ornstein-Uhlenbeck process sampled exactly.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Outport</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PID controller</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PID with filtered derivative.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Passes one of two signals.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Passes the input that an index names.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pendulum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Permanent-magnet DC motor.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Picks elements.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Play in a gear.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plots one signal against another.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plots signals over time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Poisson process</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Polynomial</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Position and velocity from acceleration.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power spectral density of a signal (Welch).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Product</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pseudo-random binary sequence (maximal-length shift register).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pulse</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quantizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Raises to a constant power.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ramp</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Random walk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rate limiter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Receives a Goto&apos;s signal.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Relay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remainder after division.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resettable integrator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Round</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rounds to multiples of an interval.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rounds.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sampled PID controller.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples and extrapolates.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples and holds.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples when its trigger crosses zero.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saturation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sawtooth</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scope</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Second-order integrator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Second-order lag</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Second-order system.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Selector</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sends a signal to the From blocks of the same tag.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows the current value on the block.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Signal table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Spectrum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Splits a vector.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State space</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stochastic differential equation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stochastic differential equations as formulas.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop when</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Subsystem</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sum of independent normal steps.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sums its input.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switch with hysteresis.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Terminator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The simulated time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time-varying discrete Kalman filter.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Transfer function</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Transfer function by zeros, poles and gain.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Transfer function in z by zeros, poles, gain.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Transfer function in z.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Transport delay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Triggered sampler</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Uniform noise</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unit delay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>V s/rad</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Van der Pol oscillator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Van der Pol oscillator.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>White noise of a given power spectral density, held.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wiener process</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writes a signal to a CSV file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>XY scope</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zero inside a band.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zero-order hold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zero-pole-gain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a Goto of that tag in the same level</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a row per state, a column per Wiener process</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a shift register of `samples` states: y = x_N, x_1+ = u-, x_i+ = x_{i-1}-; samples = 1 is UnitDelay; on (nh, (n+1)h] y = u((n+1-N)h). (Drake&apos;s DiscreteTimeDelay(h, N) is samples = N + 1.)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all but forward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an input is true when it is not 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>angle = atan2(y, x)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>angular frequency</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as GaussianNoise</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as GaussianNoise, with mean 0 and variance power/period</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as SignalTable; a missing file, a missing column, a non-number or times out of order is a diagnostic that names file, line and column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as its contents</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as many</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at an isolated crossing of `reset`, x+ = x0 (the input; its pre-event value; unwired: initial_value)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at an isolated crossing x+ = u-; y = x</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at each update, with e = u- (e_previous is 0 before the first): output+ = kp*e + ki*period*(sum of e up to and with this one) + kd*(e - e_previous)/period, clamped, with the sum frozen while clamped outward; y = output, held</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at each update: measurement update with measurement-, then time update with u-; estimate = the a-posteriori estimate of the last update</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at each update: output+ = sum b_k*u[n-k]; y = output, held</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>before the first and after the last time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bias + amplitude from fma(k, period, delay) for duty*period, k &gt;= 0, else bias; each edge is a discrete update of the level (semantics 12); duty 0: never high, duty 1: high from delay on, no events where edges meet; a start time inside a pulse starts high</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bilinear</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>boolean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>breakpoints are timed events; with hold, and where repeat wraps or zero ends, the level is discrete state (semantics 12)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>choice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>comma-separated header names, empty for all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>complex numbers as &quot;-1+2i&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>complex vector</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>concatenates in order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>conjugate pairs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>continuous</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>controllable canonical form (a denominator that is not monic is normalised), zero initial state</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>controllable canonical form, zero initial state</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>counted from 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>degree &gt;= numerator&apos;s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>discrete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>division by zero is an IEEE result; a non-finite derivative fails the run and names the block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>dq/dt = v, dv/dt = u; q and v are declared as configuration and velocity state</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>draw the initial value from the stationary distribution</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>dx = -(1/tau) x dt + sqrt(2/tau)*sigma_st dW, y = x, advanced by the diagram&apos;s stochastic integrator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>dx = drift dt + diffusion dW (Ito)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>dx = intensity dW</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>dx = mu x dt + sigma x dW (Ito)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>dx/dt = u, y = x; at a limit the state is set exactly to it and stays until u turns back (both instants are isolated events)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>dx_i/dt = derivatives[i]; y_j = outputs[j]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>elementwise</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>elementwise; each jump is located</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>find the instants of state events, rather than act at the end of the step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>force = sign(v)*coulomb + viscous*v</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>formulas</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>formulas in x1.., u1.., n (the step number), t and the diagram&apos;s parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>formulas in x1.., u1.., t</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>formulas in x1.., u1.., t and the diagram&apos;s parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>forward: y = x, x+ = x- + gain*period*u-; backward: y = x + gain*period*u; trapezoidal: y = x + gain*period/2*u</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fraction of the period that is high</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>free fall; at an isolated impact height+ = 0, velocity+ = -restitution*velocity-; where the next flight 2*v+/gravity would be shorter than 1e-9*max(1, |t|) s the ball rests: height 0, velocity 0, derivative 0, no more events</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>highest power first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>highest power of s first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>highest power of z first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>holds a nested `diagram`; ports are named after the Inport and Outport blocks inside, ordered by their `index`</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in u1..un (scalars; u1[0] for elements), t and the diagram&apos;s parameters; several formulas separated by &apos;;&apos; give a vector</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>index counted from 1, rounded; out of range fails the run and names the block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>input before the start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>integer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>m dv/dt = force - k q - c v; reports potential and kinetic energy and conservative and non-conservative power</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>m l^2 d(rate)/dt = torque - damping*rate - m g l sin(angle); energies as above</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>marks a random input; at the top level a random source is connected (period below)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>math</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>matrix</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>measurement noise covariance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>missing samples before the start count as the first sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>n x n, positive semidefinite</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>name of the random stream; empty: the block&apos;s path when it was made (a rename, move or grouping by the editor writes the old path here; a copy gets its own)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>newest sample first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nonlinear</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ohm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one operator per input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one per derivative</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one per update</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one row per time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one sign per input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only * and /</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only + and -</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>output limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>output until t = delay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>p x p, positive definite</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>peak</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>plants</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>position, angle (0 upright), velocity, rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>process noise covariance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rad</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rad/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>record at multiples of this; null: at every step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>record both values of every signal at each update</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>register length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>relative to the diagram&apos;s file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>relative to the diagram&apos;s file; first column time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>routing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rows x columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sample 0 is seen at the start time (x-); the k-th update draws sample k; element i of a vector of width m uses draw k*m + i</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sampling period h</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sampling period of that source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sawtooth rises from -amplitude to amplitude over each period, its fall is a discrete update (semantics 12); triangle goes up and down, its corners are timed events</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>scalar or vector: elementwise; matrix: y = K u</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shows continuous signals as lines, discrete ones as held values with o (before) and filled (after) markers at every update</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sigma</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sigma_st</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>simulated seconds per second; 0: as fast as possible</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sinks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>slope</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sources</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>standard deviation of one step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>start of the first pulse</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>state = [position, angle, velocity, rate]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>state at the start time (a scalar applies to every element)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stochastic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>strictly increasing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sum = width of u</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>switches on when u rises through on_threshold, off when it falls through off_threshold; both crossings are isolated by witness functions; its state is set in Initialize from u(t0), in feedthrough order, so y- at the start is already right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tau</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>text list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>text matrix</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the classical Runge-Kutta method</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the error allowed where a state is near 0; null: 1e-3 of the accuracy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the expression language of format.md; works for double, automatic differentiation and symbolic scalars</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the failure names block, time and message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the implicit Euler method, for stiff systems</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the level is discrete state; an update at `time` changes it: at that instant y- = initial, y+ = final (semantics 12)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the longest step; null: a fiftieth of the run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the method for continuous states</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the method for diagrams with diffusion</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the relative error allowed in a step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the step of a run without error control; null: a method with an error estimate controls its step, another takes a thousandth of the run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the step of that method, which is also the error of the times of state events; null: a ten-thousandth of the run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the symplectic Euler method: velocities first, then positions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the time at which a run ends</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the time at which a run starts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the value; a vector gives a vector signal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>three-stage Radau IIA, for stiff systems</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time of the first update; updates run at offset + k*period, k = 0, 1, ...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time_constant*dy/dt + y = gain*u</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>two-sided power spectral density height</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unique per diagram level</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>used at the top level</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>value before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>value before the start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>value from then on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>value of an unconnected input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>vector</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what all random draws follow from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>when the step happens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>when u becomes non-zero (located, across jumps and at the start time too), the run ends there with status `terminated`, naming the block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>where D has a non-zero element</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>where an output formula names an input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>where as many zeros as poles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>where numerator and denominator have equal degree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>where the degrees are equal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>with one vector input: over its elements</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>written atomically when the run ends; an unwritable path fails before the run starts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>x+ = a x- + sigma_st*sqrt(1 - a^2)*w, a = exp(-period/tau); draw 0 is the stationary start (kept free otherwise)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>x+ = x- + w; the k-th update uses draw k</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>x_i+ = updates[i](n, x-, u-); y_j = outputs[j](n, x, u); n counts the updates done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>y = (x_newest - x_previous)/period of the two last samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>y = +amplitude or -amplitude; repeats after 2^bits - 1 samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>y = 1 where true, else 0 (a mode); == and != between continuous signals are true only while they are held equal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>y = amplitude*sin(2*pi*(f0*t + (f1-f0)*t^2/(2*duration))); after `duration` the final frequency goes on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>y = bias + amplitude*sin(frequency*t + phase)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>y = gain*u</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>y = initial + slope*max(0, t - start_time); the corner is a timed event</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>y = interval*round(u/interval)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>y = kp*u + ki*int(u) + kd*N/(1+N/s)*u; clamping anti-windup at the limits; zero initial state</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>y = min(max(u, lower), upper); corners are located</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>y = sum of sign_i*u_i; a scalar input is added to every element of a vector</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>y = u - upper above, 0 inside, u - lower below</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>y = u1 where control &gt;= threshold, else u2; the crossing is located</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>y = u^exponent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>y = value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>y = x1 + (x1 - x0)*(t - t_last)/period, x1 the newest sample, x0 the one before; at the first update x0 = x1 = u-</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>y = x; x+ = u- at each update: between updates the sampled value is held</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>y = x; x+ = x- + clip(u- - x-, falling*period, rising*period)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>y = x; x+ = x- + increment (wrapped to [0, modulus) where modulus &gt; 0)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>y follows u only once u has moved width/2 away; engagement is located</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>y in [0, |divisor|)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>y jumps by 1 at exponentially distributed intervals, each an update event</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>y(t) = u(t - delay), interpolated between accepted steps at the integrator&apos;s order; a step is never longer than the shortest delay; discontinuities in u arrive as event times, through at most 6 passes of the delay; the history is a ring of chunks shared by snapshots (copy on write) and trimmed to the delay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>absolute tolerance</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>accuracy</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>amplitude</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>back emf constant</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>beta</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bias</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bins</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bits</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>breakpoints</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cart mass</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>coefficients</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>columns</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>coulomb</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>damping</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>damping ratio</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>default</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>delay</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>denominator</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>derivative filter</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>derivatives</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>diffusion</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>divisor</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>drift</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>duration</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>duty</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>edge</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>exponent</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>expression</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>extrapolation</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>falling</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>filter time constant</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>final</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fixed step</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>frequency</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>function</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gain</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gravity</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>increment</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>index</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>indices</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>inductance</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>inertia</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>initial</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>initial angle</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>initial covariance</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>initial estimate</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>initial height</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>initial position</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>initial rate</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>initial state</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>initial value</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>initial velocity</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>initially on</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>inputs</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>integrator</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>intensity</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>interpolation</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>interval</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>isolate events</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>length</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>log interval</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>log updates</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lower</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mass</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>max step</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mean</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>message</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>method</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>modulus</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>natural frequency</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>numerator</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>off threshold</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>off value</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>offset</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>on threshold</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>on value</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>operator</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>operators</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>order</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>outputs</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>outside</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>path</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>period</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>phase</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pole length</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pole mass</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>poles</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>power</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>random</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rate</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>realtime rate</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>register seed</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>resistance</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>restitution</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rho</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rising</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rows</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>samples</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seed</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>segment</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shape</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sigma</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>signs</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>slope</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>standard deviation</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>start frequency</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>start stationary</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>start time</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stationary deviation</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step deviation</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stiffness</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stochastic integrator</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stochastic step</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stop frequency</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stop time</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stream</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tag</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>threshold</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time constant</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>times</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>title</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>torque constant</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>trigger</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>updates</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>upper</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>value</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>values</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>viscous</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>volatility</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>width</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>widths</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>window</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>zeros</source>
        <comment>parameter</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>examples</name>
    <message>
        <source>A bouncing ball</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A counter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A motor in a drive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A thermostat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Noise through a filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sampled PID control of a mass on a spring</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sampled control of a mass on a spring</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loopwright::Actions</name>
    <message>
        <source>&amp;New</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export &amp;diagram…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export &amp;plots…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>D&amp;uplicate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Re&amp;name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Find…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Heal wires when a block is deleted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A new wire re&amp;places the one at its input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Actual size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Fit diagram</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Outline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;History</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Theme of the &amp;system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Light theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Dark theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language of the &amp;system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;English</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Deutsch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Add a block…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Rotate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Flip</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Comment out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a &amp;note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a fra&amp;me</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Left edges</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Centres above each other</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Right edges</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Top edges</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Middles side by side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Bottom edges</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Equal gaps &amp;side by side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Equal gaps &amp;above each other</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Arran&amp;ge</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gro&amp;up into a subsystem</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Dissolve the subsystem</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Open subsystem</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Leave subsystem</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Fit plots</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>F&amp;ollow the run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Help on the block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All &amp;blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Command palette…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>S&amp;tart page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Keyboard and mouse</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;About Loopwright</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loopwright::Autosave</name>
    <message>
        <source>The folder for unsaved changes cannot be written.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loopwright::BlockPropertiesForm</name>
    <message>
        <source>in %1</source>
        <comment>a unit</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>constant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>every %1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>every %1 s from %2 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at events</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>continuous</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ports</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 F1 for help.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This program has no block type %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not wired</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loopwright::Breadcrumb</name>
    <message>
        <source>Go to %1 (Esc goes up)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The diagram shown</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loopwright::CommandPalette</name>
    <message>
        <source>Command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type what to do</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Commands</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loopwright::DiagnosticsDialog</name>
    <message>
        <source>%1 cannot be opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was changed. The file has these problems:</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loopwright::DiagramDocument</name>
    <message>
        <source>untitled</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loopwright::DiagramView</name>
    <message>
        <source>Diagram</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 does not fit into a wire: that takes one input and one output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rotate %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Flip %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comment out %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comment in %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Group %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select one subsystem to dissolve it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dissolve %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Distribute %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Align %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Arrange %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Arrange the diagram</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colour %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Route wire</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Route wire automatically</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The clipboard holds no blocks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duplicate %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Input %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Input %1 of %2, wired from %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Output %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Output %1 of %2, wired to %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter takes its wire elsewhere</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter draws a wire</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Blue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sky</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Green</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Yellow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Orange</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pink</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Grey</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rotate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Flip</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comment out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comment in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dissolve</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put a frame around</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cut</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name the signal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Insert a block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Route automatically</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take the wire elsewhere</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draw a wire</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a block here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Disconnect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Record this signal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit the text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a frame</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fit in view</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave the subsystem</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name signal %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Title frame</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add frame</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Record %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resize note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resize frame</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resize %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No port here takes this wire</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the wire begins here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is an input: end the wire at an output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is an output: end the wire at an input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has a wire already: an input takes one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has no output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has no input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has several ports: end the wire at one of them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter ends the wire at %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connect %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move wire to %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loopwright::FigureWidget</name>
    <message>
        <source>samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>frequency, Hz</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>density, 1/Hz</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loopwright::FindPanel</name>
    <message>
        <source>block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>signal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>parameter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>frame</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find blocks, signals, parameters, texts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find in all levels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not found</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loopwright::HelpWindow</name>
    <message>
        <source>Help — Loopwright</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back (Alt+Left)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forward (Alt+Right)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All blocks (Alt+Home)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loopwright::MainWindow</name>
    <message>
        <source>Show the problems</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 error</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n errors</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>1 warning</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n warnings</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>No problems</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no file yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seed %1 · %2 · %3 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Examples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lan&amp;guage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Diagram</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Colour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A&amp;lign</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No files yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No examples were found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Undo: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Redo: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The new language is used from the next start on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About Loopwright</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&lt;b&gt;Loopwright&lt;/b&gt;&lt;br&gt;Draw, run and watch block diagrams of hybrid, sampled and stochastic systems.&lt;br&gt;GPL-3.0-or-later</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the diagram</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exported %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is nothing to export before the first run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the plots into</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Exported %n files</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loopwright::Minimap</name>
    <message>
        <source>Overview of the diagram</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The whole diagram; click to go there</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loopwright::NoteEditor</name>
    <message>
        <source>Text of the note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Markdown. Ctrl+Enter is done, Esc gives up.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loopwright::OutlinePanel</name>
    <message>
        <source>Outline of the diagram</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 from %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Block %1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Block %1, %2, commented out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inputs: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wire from %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wire from %1 to %2, signal %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Outputs: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loopwright::PaletteEntry</name>
    <message>
        <source>%1
Drag it to the diagram, or double-click. F1 for help.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Place in the diagram</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Help on %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loopwright::PalettePanel</name>
    <message>
        <source>Search blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Search %n blocks</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recent</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loopwright::ParametersModel</name>
    <message>
        <source>&apos;%1&apos; is no distribution: write uniform(lower, upper), gaussian(mean, deviation) or exponential(rate)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 takes 1 number, not %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 takes %n numbers, not %2</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>the %1 of %2 is missing</source>
        <comment>the rate of exponential is missing</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expression</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Description</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Random</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a parameter needs a value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add parameter %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Delete %n parameters</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loopwright::ParametersPanel</name>
    <message>
        <source>Parameters of the diagram</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a parameter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove the selected parameters</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loopwright::PlotPanel</name>
    <message>
        <source>Run the diagram to see its signals here.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loopwright::ProblemsModel</name>
    <message>
        <source>Where</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is wrong</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loopwright::ProblemsPanel</name>
    <message>
        <source>No problems.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Problems</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loopwright::PropertiesPanel</name>
    <message numerus="yes">
        <source>%n blocks are selected.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Select a block to see its parameters.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loopwright::QuickAdd</name>
    <message>
        <source>Block to add</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Block types</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a block, for example: gain 5</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loopwright::RateLegend</name>
    <message>
        <source>continuous</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>event</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>constant</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loopwright::RecoveryDialog</name>
    <message>
        <source>Recover unsaved changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loopwright did not close properly</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These diagrams had changes that were not saved. A recovered diagram is opened with its changes; its file stays as it is until you save.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Diagrams with unsaved changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recover</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Throw all away</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decide later</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A diagram without a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, changed %2; its file was written after that</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, changed %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Could not be recovered: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loopwright::RunBar</name>
    <message>
        <source>of</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loopwright::RunController</name>
    <message>
        <source>%1× real time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not started: the diagram has 1 error.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Not started: the diagram has %n errors.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Building…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 step</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 steps</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>paused</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loopwright::SettingsPanel</name>
    <message>
        <source>automatic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loopwright::ShortcutsPage</name>
    <message>
        <source>Keyboard and mouse</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a block here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Double-click on empty canvas</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom about the pointer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+wheel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Middle button, or Space and drag</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Branch a wire</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+drag from the wire</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plug a wire elsewhere</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drag an end of the selected wire</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name a signal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Double-click the wire</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+drag the blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resize a block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drag a corner of the selected block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From port to port</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tab, arrows; Enter starts and ends a wire</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add to the selection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shift+click</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loopwright::SimulationFields</name>
    <message>
        <source>Stop time, seconds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Integrator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loopwright::StartPage</name>
    <message>
        <source>Draw a loop, run it, watch it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recent files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Examples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New diagram</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Files that you open appear here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Example: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loopwright::Workspace</name>
    <message>
        <source>What was done; choose a step to go back to it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As it was opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Outline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>History</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plots</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Problems</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Simulation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Problems %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unsaved changes are not kept for a crash: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was changed by another program. Reloading it loses the changes made here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was changed by another program.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reload</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep mine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was deleted or moved. Saving writes it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep editing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 uses a file outside the folder of this diagram. Allow it only if you trust where the diagram came from.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run ended at t = %1 s. %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run failed at t = %1 s: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run failed.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
