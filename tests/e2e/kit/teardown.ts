import { rmSync } from 'node:fs'

/** Forgets the sandbox of this run. */
export default function teardown(): void {
  if (process.env.E2E_DATA?.includes('placard-e2e-')) rmSync(process.env.E2E_DATA, { recursive: true, force: true })
}
