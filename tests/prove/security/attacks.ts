import { contract } from '../../../src/generated/contract.ts'
import type { CallId } from '../../../src/generated/calls.ts'
import { createTestServer } from '../../support/server/testServer.ts'
import { spellings, twice } from '../kit/attacks/amounts.ts'
import { attackFields, attackShape } from '../kit/attacks/fields.ts'
import { jsonWith, Target } from '../kit/attacks/target.ts'
import { attackWithForms, attackWithPictures } from '../kit/attacks/uploads.ts'
import { attackWire } from '../kit/attacks/wire.ts'
import { DbInspector } from '../kit/db-inspector.ts'
import type { ProofOptions, ProofResult } from '../kit/proof.ts'
import { createRandom } from '../kit/random.ts'
import { readCaseRequests, readContract } from '../kit/requests.ts'

export const about =
  'hostile amounts in every amount of the contract, odd fields, bodies and headers, pictures that are more than pictures: refused in words, nothing changed, nothing active served'
/** Hostile pictures; the number of odd values for each field grows with them. A short run attacks one call in four, by the seed, and the upload. */
export const runs = { full: 200, middle: 8, short: 8 }

/** Share of the calls by length. */
const SHARES = { full: 1, middle: 1, short: 0.25 }

/** Values of an optional amount that is absent. */
const ABSENT = 'null'

/** Sends hostile requests to every call, and `runs` hostile pictures. Fails also if too few were sent; throws for a call without a case. */
export async function prove({ seed, runs: pictures, length, log }: ProofOptions): Promise<ProofResult> {
  const asks = await readCaseRequests()
  const random = createRandom(seed)
  const server = await createTestServer()
  const target = new Target(server, await DbInspector.open(server.context.db))
  const figures = { calls: 0, amounts: 0, spellings: 0, kept: 0, refused: 0 }
  try {
    for (const { call: name, payload } of readContract()) {
      const call = name as CallId
      if (call !== 'upload' && random() >= SHARES[length]) continue
      const ask = asks.get(call)
      if (!ask) throw new Error(`${call} has no case in tests/support/server/cases`)
      figures.calls += 1
      const ready = await target.ready(call, ask)
      const amounts = Object.entries(payload.properties ?? {}).filter(([, { format }]) => format === 'decimal')
      for (const [field, { type }] of amounts) {
        figures.amounts += 1
        const optional = Array.isArray(type) && type.includes('null')
        const given = { ...ready.payload }
        // Of several alternative amounts only this one is sent.
        if (optional)
          for (const [other, schema] of amounts)
            if (Array.isArray(schema.type) && schema.type.includes('null')) delete given[other]
        const good = typeof ready.payload[field] === 'string' ? ready.payload[field] : '1'
        for (const [about, json] of spellings(good)) {
          if (optional && json === ABSENT) continue
          figures.spellings += 1
          await target.refused(`${call} with ${field} ${about}`, ready, { body: jsonWith(given, field, json) })
        }
        for (const json of twice(field, good))
          await target.refused(`${call} with ${field} twice`, ready, { body: jsonWith(given, field, json) })
      }
      await attackShape(target, ready)
      if (call === 'upload') {
        Object.assign(figures, await attackWithPictures(target, ready, createRandom(seed), pictures))
        await attackWithForms(target, ready)
      }
      await target.alive(ready)
      await attackFields(target, await target.ready(call, ask), ask, random, Math.min(1, pictures / runs.full))
    }
    await attackWire(target)
    for (const fault of await server.context.ledger.verify()) target.fault('the books', fault)
  } finally {
    await server.close()
  }
  const faults = [...new Set(target.faults)]
  for (const fault of faults.slice(0, 60)) log(fault)
  const enough =
    figures.calls > Object.keys(contract).length * SHARES[length] * 0.5 &&
    (length === 'short' || figures.calls === Object.keys(contract).length) &&
    figures.amounts >= 5 &&
    figures.spellings > 300 &&
    (pictures < runs.short || (figures.kept > 0 && figures.refused > 0))
  if (!enough) log('hardly anything was attacked')
  return {
    ok: faults.length === 0 && enough,
    figures: { ...figures, shots: target.shots, codes: target.codes.size, faults: faults.length },
  }
}
