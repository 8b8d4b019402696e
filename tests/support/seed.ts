/** The seed of property tests. */
export const SEED = Number(process.env.PLACARD_TEST_SEED ?? 20_261_121)
