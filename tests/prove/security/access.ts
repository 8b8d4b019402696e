import { asSeconds } from '../../../src/engine/language/values/time.ts'
import { contract } from '../../../src/generated/contract.ts'
import { DEFAULT_CONFIG } from '../../../src/server/config.ts'
import { createTestServer } from '../../support/server/testServer.ts'
import { DbInspector } from '../kit/db-inspector.ts'
import { AccessMatrix } from '../kit/access/matrix.ts'
import { furnish, peek } from '../kit/access/neighbour.ts'
import { isCall, ROWS } from '../kit/access/rows.ts'
import type { ProofOptions, ProofResult } from '../kit/proof.ts'
import { createRandom } from '../kit/random.ts'
import { readCaseRequests, readContract, type CaseRequest } from '../kit/requests.ts'

export const about =
  'every call of the contract by visitors, ended sessions, frozen, locked and demo users and by another user: no leak, no effect of what is refused'
/** Calls: those of the contract in a random order on one server, then in another order on the next one. A short run sends a tenth of them, by the seed. */
const CALLS = Object.keys(ROWS).length
export const runs = { full: 10 * CALLS, middle: CALLS, short: Math.ceil(CALLS / 10) }

/** Cases advance the clock by days; sessions of the observers outlast them. */
const OPERATOR = {
  ...DEFAULT_CONFIG,
  server: { ...DEFAULT_CONFIG.server, sessionSeconds: asSeconds(10 * 365 * 86_400) },
}

/** Whether a payload field refers to an object, by its format or its name. */
const isName = (field: string, format: string | undefined): boolean =>
  format === 'id' || field === 'payProof' || field === 'stepUpProof' || field === 'key'

/** Checks the access to `runs` calls. Fails also if too few requests were sent. */
export async function prove({ seed, runs: calls, log }: ProofOptions): Promise<ProofResult> {
  const asks = await readCaseRequests()
  const faults = [...unexpected(asks)]
  const figures = { calls: Object.keys(contract).length, cells: 0, refused: 0, strangers: 0, named: 0, marks: 0 }
  for (let round = 0; round * CALLS < calls; round++) {
    const random = createRandom(seed + round)
    const server = await createTestServer({ operator: OPERATOR })
    try {
      const db = await DbInspector.open(server.context.db)
      const [alice, bob] = [await furnish(server, 1), await furnish(server, 2)]
      const marks = [...(await db.identifyingTexts(alice.id, bob.id)), alice.token]
      const rows = await db.rowsOf(alice.id)
      const matrix = new AccessMatrix(server, db, marks, random)
      for (const [call, row] of random.shuffled(Object.entries(ROWS)).slice(0, calls - round * CALLS)) {
        const ask = asks.get(call)
        if (!ask || !isCall(call, contract)) continue
        await matrix.call(call, row, ask)
        for (const [field, named] of Object.entries(row.names ?? {})) {
          if (named === 'public') continue
          for (const way of named.asks ?? [ask]) {
            figures.named += 1
            await matrix.named(call, field, named.unknown, way)
          }
        }
      }
      faults.push(...matrix.faults, ...(await server.context.ledger.verify()))
      if ((await db.rowsOf(alice.id)) !== rows) faults.push('what belongs to an idle user has changed')
      faults.push(...(await peek(server, alice, bob)))
      figures.cells += matrix.cells
      figures.refused += matrix.refused
      figures.strangers += matrix.strangers
      figures.marks = marks.length
    } finally {
      await server.close()
    }
  }
  for (const fault of new Set(faults)) log(fault)
  const enough = figures.cells > 2 * calls && figures.refused > calls && figures.marks > 20
  if (!enough && calls > 0) log('hardly anything was asked')
  return { ok: faults.length === 0 && enough, figures: { ...figures, faults: faults.length } }
}

/** Differences between the contract and the expected access. */
function* unexpected(asks: ReadonlyMap<string, CaseRequest>): Generator<string> {
  const calls = readContract()
  for (const name of Object.keys(ROWS))
    if (!isCall(name, contract)) yield `${name} is expected, and the contract does not have it`
  for (const { call, payload, needs = [] } of calls) {
    const row = ROWS[call]
    if (!isCall(call, contract)) yield `${call} is not generated: run npm run generate`
    else if (!row) yield `${call} has no row in tests/prove/kit/access/rows.ts: who may send it?`
    else {
      const { auth, effect, errors } = contract[call]
      if (auth !== (row.who === 'user')) yield `${call} is for ${row.who}, and its contract says otherwise`
      if (effect !== row.effect) yield `${call} has the effect ${effect}, not ${row.effect}`
      if (
        effect === 'money' &&
        !(
          errors.includes('accountFrozen') &&
          errors.includes('userLocked') &&
          row.frozen &&
          row.sameMode &&
          payload.properties?.mode
        )
      ) {
        yield `${call} moves money, and does not refuse the frozen, the locked and another mode`
      }
      const fields = Object.entries(payload.properties ?? {})
        .filter(([field, { format }]) => isName(field, format))
        .map(([field]) => field)
      for (const field of fields) if (!row.names?.[field]) yield `${call}: whose is what ${field} names?`
      for (const field of Object.keys(row.names ?? {}))
        if (!fields.includes(field)) yield `${call}: ${field} names nothing`
    }
    if (!asks.has(call)) yield `${call} has no case in tests/support/server/cases`
    for (const need of needs)
      if (!row?.needs?.[need as 'verified']) yield `${call} needs ${need}: what does it answer to who has it not?`
  }
}
