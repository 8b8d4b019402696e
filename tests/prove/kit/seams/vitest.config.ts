import { defineConfig } from 'vitest/config'

/** Apart from the unit tests: each test generates, checks and type-checks a copy of the project. */
export default defineConfig({
  root: import.meta.dirname,
  test: { include: ['*.test.ts'], maxWorkers: 2, testTimeout: 900_000, hookTimeout: 900_000 },
})
