import {
  context,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
} from '@opentelemetry/api'
import type { FastifyInstance } from 'fastify'
import type { TrustProxy } from '../http/admission/trustedProxies.ts'
import { routeOf } from './requests.ts'

const tracer = trace.getTracer('placard')

/** Sends spans to the collector of OTEL_EXPORTER_OTLP_ENDPOINT. Returns the function that sends the remaining ones and ends. */
export async function startTracing(service: string): Promise<() => Promise<void>> {
  const [{ BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ])
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
  provider.register()
  return () => provider.shutdown()
}

/** Runs `work` in a span; without tracing, only runs it. An error ends the span as failed. */
export function inSpan<R>(name: string, attributes: Attributes, work: () => Promise<R>): Promise<R> {
  return tracer.startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work()
    } catch (error) {
      // The message is in the log, without values of rows.
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' })
      throw error
    } finally {
      span.end()
    }
  })
}

/** A span for each request. It continues the trace of a trusted proxy. */
export function addRequestSpans(app: FastifyInstance, trust: TrustProxy | undefined): void {
  const contexts = new WeakMap<object, Context>()
  app.addHook('onRequest', (request, reply, done) => {
    const isTrusted = trust?.(request.raw.socket.remoteAddress ?? '', 0) ?? false
    const parent = isTrusted ? propagation.extract(context.active(), request.headers) : context.active()
    const route = routeOf(request)
    const span = tracer.startSpan(
      `${request.method} ${route}`,
      { kind: SpanKind.SERVER, attributes: { 'http.request.method': request.method, 'http.route': route } },
      parent,
    )
    const within = trace.setSpan(parent, span)
    contexts.set(request, within)
    // The client may close the connection before the answer is complete.
    reply.raw.once('close', () => span.isRecording() && span.end())
    context.with(within, done)
  })
  // A body arrives in the asynchronous context of its connection.
  app.addHook('preHandler', (request, _, done) => context.with(contexts.get(request) ?? context.active(), done))
  app.addHook('onResponse', (request, reply, done) => {
    const span = trace.getSpan(contexts.get(request) ?? context.active())
    span?.setAttributes({
      'http.response.status_code': reply.statusCode,
      ...(request.userId !== '' && { 'user.id': request.userId }),
      ...(request.result !== '' && { 'placard.result': request.result }),
    })
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    if (span?.isRecording()) span.end()
    done()
  })
}
