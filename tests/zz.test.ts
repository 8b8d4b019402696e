import { it } from 'vitest'
import { Session } from 'node:inspector/promises'
import { writeFileSync } from 'node:fs'
import { createTestServer } from './support/server/testServer.ts'
const c = () => { const u = process.cpuUsage(); return (u.user+u.system)/1e3 }
it('x', async () => {
  for (let i=0;i<4;i++) await (await createTestServer()).close()
  let t=c()
  for (let i=0;i<20;i++) await (await createTestServer()).close()
  console.log('create', (c()-t)/20)
  const s = new Session(); s.connect(); await s.post('Profiler.enable'); await s.post('Profiler.setSamplingInterval',{interval:200}); await s.post('Profiler.start')
  for (let i=0;i<20;i++) await (await createTestServer()).close()
  const { profile } = await s.post('Profiler.stop') as any
  writeFileSync('/tmp/prof/create.cpuprofile', JSON.stringify(profile))
})
