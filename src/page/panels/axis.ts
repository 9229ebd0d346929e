// Labels of the ticks of an axis.

// the digits after the point with which each tick, and no other one, is read from its label; a tick may be off by a thousandth of
// the least distance between two of them
const MOST = 15;

// one label for each tick, all with the same digits after the point; with a power of ten where all are very small or one is large
export function labels(ticks: (number | null)[]): string[] {
  const at = ticks.filter((x): x is number => x !== null && Number.isFinite(x)).sort((a, b) => a - b);
  const size = Math.max(0, ...at.map(Math.abs));
  const apart = Math.min(...at.slice(1).map((x, i) => x - at[i]).filter((d) => d > 0), size);
  const powers = size > 0 && (size < 1e-3 || size >= 1e6);
  const write = (x: number, digits: number): string => {
    if (!powers) return x.toFixed(digits);
    return x === 0 ? "0" : x.toExponential(digits).replace("e+", "e");
  };
  let digits = 0;
  while (digits < MOST && at.some((x) => Math.abs(Number(write(x, digits)) - x) > 1e-3 * apart)) digits++;
  return ticks.map((x) => (x === null || !Number.isFinite(x) ? "" : write(x, digits).replace(/^-(0(\.0*)?)$/, "$1")));
}
