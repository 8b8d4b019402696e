import { createServer } from 'node:http'
import { once } from 'node:events'
import { StartError } from '../startError.ts'
import { measureProcess, registry } from './metrics.ts'

export interface MetricsServer {
  port: number
  close(): void
}

/** Serves the metrics in Prometheus' text format under /metrics, on a separate address that the public cannot reach. */
export async function serveMetrics(host: string, port: number): Promise<MetricsServer> {
  measureProcess()
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    registry.metrics().then(
      (text) =>
        response.writeHead(200, { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw new StartError(
      `The metrics cannot be served on ${host}, port ${port} (${String((error as NodeJS.ErrnoException).code)}): correct METRICS_HOST or METRICS_PORT.`,
    )
  }
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
