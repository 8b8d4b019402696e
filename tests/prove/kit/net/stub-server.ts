import type { ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import type { CallDef, Shape } from '../../../../src/engine/language/expressions/program.ts'
import type { ApiPorts } from '../../../../src/engine/transport/api.ts'
import { startRecordingServer, type RecordedRequest } from './httpd.ts'
import { createApiHarness, type ApiHarness } from '../api-harness.ts'

const data: Shape = {
  type: 'object',
  properties: { name: { type: 'string' } },
  required: ['name'],
  additionalProperties: false,
}
export const defs = {
  'news/read': { method: 'GET', auth: false, effect: 'read', data },
  'news/post': { method: 'POST', auth: false, effect: 'write', data },
  'mine/read': { method: 'GET', auth: true, effect: 'read', data },
  'mine/post': { method: 'POST', auth: true, effect: 'write', data },
  'pay/out': { method: 'POST', auth: true, effect: 'money', data },
  'pay/more': { method: 'POST', auth: true, effect: 'money', data },
} satisfies Record<string, CallDef>

export const okReply = { type: 'ok', code: 'saved', message: 'Saved', data: { name: 'Ann' } }
export const sessionExpiredReply = { type: '999', code: 'sessionExpired', message: 'Sign in again', data: null }

/** An API client and a server that answers each request with `answer`; both end with the test. */
export async function startStubServer(
  answer: (response: ServerResponse, request: RecordedRequest) => void | Promise<void>,
  ports: Partial<ApiPorts> = {},
): Promise<ApiHarness & { requests: RecordedRequest[]; base: string }> {
  const server = await startRecordingServer((request, response) => answer(response, request))
  onTestFinished(() => server.close())
  return Object.assign(createApiHarness({ base: server.base, ...ports }, defs), {
    requests: server.requests,
    base: server.base,
  })
}
