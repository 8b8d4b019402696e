import { describe, expect, it } from 'vitest'
import { callDefs, contract, run } from './kit.ts'

const defs = callDefs()
const names = Object.keys(defs)
/** Refusals that any call may return for a foreign payload. */
const ANY_REFUSAL = ['missingParameter', 'parameterError']

it('covers every call of the contract, and no other', () => {
  expect(names.length).toBeGreaterThan(20)
  expect(names.toSorted()).toEqual(Object.keys(contract).toSorted())
})

describe('every call', () => {
  it('is answered with an envelope whose data the client accepts, or with a known refusal', async () => {
    const app = await run()
    await app.signIn()
    const odd: string[] = []
    // The call that ends the session is last.
    for (const call of names.toSorted((a, b) => Number(a === 'user/logout') - Number(b === 'user/logout'))) {
      const file = contract[call as keyof typeof contract].files.length > 0
      const result = await app.api.call(call, file ? { file: new File(['x'], 'x.png') } : {})
      const allowed = call in contract ? [...contract[call as keyof typeof contract].errors, ...ANY_REFUSAL] : []
      if (!result.ok && (result.kind !== 'refused' || !allowed.includes(result.code)))
        odd.push(`${call}: ${result.kind} ${result.code} ${result.message}`)
    }
    expect(odd).toEqual([])
    expect(app.busy).toBe(0)
  })

  it('that needs a session is refused without one, with any payload', async () => {
    const app = await run()
    const guarded = names.filter((call) => defs[call]?.auth)
    expect(guarded.length).toBeGreaterThan(5)
    const open: string[] = []
    for (const call of guarded) {
      const file = contract[call as keyof typeof contract].files.length > 0
      for (const token of [null, 'x', '0'.repeat(43)]) {
        app.token = token
        const result = await app.api.call(call, file ? { file: new File(['x'], 'x.png') } : {})
        if (result.ok || result.kind !== 'session')
          open.push(`${call} with ${token}: ${result.ok ? 'ok' : result.kind}`)
      }
    }
    expect(open).toEqual([])
  })

  it('refuses unknown fields', async () => {
    const app = await run()
    await app.signIn()
    const taken: string[] = []
    for (const call of names) {
      if (contract[call as keyof typeof contract].files.length > 0) continue
      const result = await app.api.call(call, { placardUnknown: '1' })
      if (
        result.ok ||
        (result.kind === 'refused' &&
          ![...ANY_REFUSAL, ...Object.values(contract[call as keyof typeof contract].missing ?? {})].includes(
            result.code,
          ))
      )
        taken.push(`${call}: ${result.code}`)
    }
    expect(taken).toEqual([])
  })
})
