import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { startServer } from '../../../../tests/e2e/kit/net/server.ts'
import { TERMS_VERSION } from '../../modules/identity/terms.ts'

interface Span {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}
interface Export {
  resourceSpans: { resource: { attributes: Span['attributes'] }; scopeSpans: { spans: Span[] }[] }[]
}

it('sends a span for each request and its transactions to the collector', async () => {
  const exported: Export[] = []
  const collector = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += String(part)))
    request.on('end', () => {
      exported.push(JSON.parse(body) as Export)
      response.setHeader('Content-Type', 'application/json').end('{}')
    })
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const { port } = collector.address() as AddressInfo
  const server = await startServer({
    HOST: '127.0.0.1',
    PLACARD_DATA: ':memory:',
    PLACARD_DIST: '',
    TRUST_PROXY: '1',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_SERVICE_NAME: 'placard-test',
  })
  const parent = '4bf92f3577b34da6a3ce929d0e0e4736'
  await fetch(`${server.origin}/api/user/register`, {
    method: 'POST',
    headers: { traceparent: `00-${parent}-00f067aa0ba902b7-01` },
    body: new URLSearchParams({
      type: 'account',
      account: 'traced',
      password: 'secret71',
      country: 'DE',
      terms: TERMS_VERSION,
      lang: 'en',
    }),
  })
  await server.stop()
  collector.close()
  collector.closeAllConnections()
  const [first] = exported
  expect(first?.resourceSpans[0]?.resource.attributes).toContainEqual({
    key: 'service.name',
    value: { stringValue: 'placard-test' },
  })
  const spans = exported.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  )
  const request = spans.find(({ name }) => name === 'POST /api/user/register')
  expect(request).toMatchObject({ traceId: parent, parentSpanId: '00f067aa0ba902b7' })
  expect(request?.attributes).toContainEqual({ key: 'placard.result', value: { stringValue: 'ok' } })
  expect(spans).toContainEqual(
    expect.objectContaining({ name: 'transaction', traceId: parent, parentSpanId: request?.spanId }),
  )
  expect(JSON.stringify(exported)).not.toContain('secret71')
})
