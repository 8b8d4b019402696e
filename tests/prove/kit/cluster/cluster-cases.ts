import { readdirSync } from 'node:fs'
import { OPERATOR_CASES, openOperatorStage } from '../../../support/server/operatorCases.ts'
import type { CallCases, Cases } from '../../../support/server/caseTypes.ts'
import { createTestServer, type Reply, type TestServer } from '../../../support/server/testServer.ts'
import type { Random } from '../random.ts'
import type { CallId } from '../../../../src/generated/calls.ts'

/** A share of the calls, or of the races. */
export interface Sample {
  random: Random
  share: number
}

/**
 * Runs the cases of every call of users and operators, success and each refusal, on a database, or those of a sample of the calls. Returns the
 * number of passed ones.
 */
export async function runCases(database: string, faults: string[], sample?: Sample): Promise<number> {
  return (await runUserCases(database, faults, sample)) + (await runOperatorCases(database, faults, sample))
}

async function runOperatorCases(database: string, faults: string[], sample?: Sample): Promise<number> {
  const stage = await openOperatorStage(database)
  let right = 0
  try {
    for (const [call, { ok, errors }] of Object.entries(OPERATOR_CASES)) {
      if (sample && sample.random() >= sample.share) continue
      for (const [code, send] of [[undefined, ok] as const, ...Object.entries(errors)]) {
        const reply = await send({ ...stage, client: { ...stage.client } })
        if (reply.code === code) right += 1
        else faults.push(`${call}, ${code ?? 'ok'}: answered ${reply.code ?? 'ok'}`)
      }
    }
    return right
  } finally {
    await stage.server.close()
  }
}

async function runUserCases(database: string, faults: string[], sample?: Sample): Promise<number> {
  const folder = new URL('../../../support/server/cases/', import.meta.url)
  const server = await createTestServer({ database })
  let right = 0
  const attempt = async (name: string, work: () => Promise<void>) => {
    try {
      await work()
      right += 1
    } catch (error) {
      faults.push(`${name}: ${String(error).slice(0, 300)}`)
    }
  }
  try {
    for (const file of readdirSync(folder).filter((name) => name !== 'types.ts')) {
      const { cases } = (await import(new URL(file, folder).href)) as { cases: Cases }
      for (const [call, { ok, errors, inspect }] of Object.entries(cases) as [string, CallCases][]) {
        if (sample && sample.random() >= sample.share) continue
        await attempt(call, async () => {
          const reply = await ok(server)
          if (reply.type !== 'ok') throw new Error(`answered ${reply.code}`)
          inspect?.(reply.data)
        })
        for (const [code, send] of Object.entries(errors) as [
          string,
          (server: TestServer) => Promise<Reply<CallId>>,
        ][]) {
          await attempt(`${call}, ${code}`, async () => {
            const reply = await send(server)
            if (reply.code !== code) throw new Error(`answered ${reply.code}`)
          })
        }
      }
    }
    faults.push(...(await server.context.ledger.verify()))
  } finally {
    await server.close()
  }
  return right
}
