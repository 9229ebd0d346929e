// What every test of `tauwerk view` says; status 77: it cannot run here.
export function skip(why) {
  console.log(`skipped: ${why}`);
  process.exit(77);
}

export function fail(why) {
  console.error(`FAILED: ${why}`);
  process.exit(1);
}

export function expect(truth, why) {
  if (!truth) fail(why);
}
