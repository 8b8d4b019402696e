import { join } from 'node:path'
import { startPlants } from './server.ts'

/** Serves the built app and its calls on PORT, 4000 by default. */
export async function main(): Promise<void> {
  const { origin, stop } = await startPlants(join(process.cwd(), 'dist'), Number(process.env.PORT ?? 4000))
  console.log(`Plants: ${origin}/h5/\nLog in as Ada, who has plants, or as Bob, who has none.`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stop().finally(() => process.exit(0)))
}

if (process.argv[1] === import.meta.filename) void main()
