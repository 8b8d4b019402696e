import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operatorContract } from '../../../generated/operatorApi/contract.ts'
import type { OperatorCallId } from '../../../generated/operatorApi/calls.ts'
import { examplesIn, OPERATOR_EXAMPLES } from '../../../../tests/support/server/examples.ts'
import {
  OPERATOR_CASES,
  openOperatorStage,
  type OperatorCase,
  type OperatorStage,
} from '../../../../tests/support/server/operatorCases.ts'
import type { OperatorExchange } from '../../../../tests/support/server/operatorClient.ts'
import { isOperatorErrorCode, refusalReply } from './refusal.ts'

/** A successful reply has no message. */
const messageOf = ({ reply: { code, params } }: OperatorExchange): string | undefined =>
  typeof code === 'string' && isOperatorErrorCode(code)
    ? refusalReply({ code, params: params as Record<string, unknown> }).body.message
    : undefined

const examples = examplesIn(OPERATOR_EXAMPLES, 'src/server/modules/operators/calls.test.ts', messageOf)
const errorsOf = (call: string): string[] =>
  (
    JSON.parse(readFileSync(new URL(`../../../../schemas/operatorApi/api/${call}.json`, import.meta.url), 'utf8')) as {
      errors: string[]
    }
  ).errors

let stage: OperatorStage
beforeAll(async () => {
  stage = await openOperatorStage()
})
afterAll(() => stage.server.close())

it('every call of the operators has cases', () =>
  expect(Object.keys(OPERATOR_CASES).toSorted()).toEqual(Object.keys(operatorContract).toSorted()))

describe.each(Object.entries(OPERATOR_CASES))('%s', (name, { ok, errors }) => {
  const call = name as OperatorCallId
  /** Each with a separate client, since `apart` replaces the exchanges. */
  const send = async (work: OperatorCase) => {
    const client = { ...stage.client }
    return { reply: await work({ ...stage, client }), exchange: client.lastExchange }
  }

  it('answers', async () => {
    const { reply, exchange } = await send(ok)
    expect([reply.status, reply.code]).toEqual([200, undefined])
    expect(examples.compare(call, null, exchange(call, null))).toBeNull()
  })

  it('reaches each refusal', () => expect(Object.keys(errors).toSorted()).toEqual(errorsOf(call).toSorted()))

  it.each(Object.entries(errors))('refuses with %s', async (code, work) => {
    const { reply, exchange } = await send(work)
    expect(reply.code).toBe(code)
    expect(examples.compare(call, code, exchange(call, code))).toBeNull()
  })

  it('has recorded examples of its refusals and no others', () => {
    const { refusals = {} } = examples.current(call, errorsOf(call)) ?? {}
    expect(Object.keys(refusals).toSorted()).toEqual(errorsOf(call).toSorted())
  })
})
