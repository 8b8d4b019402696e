import { runInBrowser } from './profile-tmp.ts'
const name = process.argv[2] ?? 'tick'
const out = await runInBrowser(name, async (page) => {
  const c = await page.context().newCDPSession(page)
  await c.send('Profiler.enable')
  await c.send('Profiler.setSamplingInterval', { interval: 200 })
  await page.evaluate(`import('/main.js').then((p) => p.prepare('${process.argv[3]}'))`)
  await c.send('Profiler.start')
  const pairs = await page.evaluate(`import('/main.js').then((p) => p.run('${process.argv[3]}'))`)
  const { profile } = await c.send('Profiler.stop')
  const self = new Map<string, number>()
  const dt = profile.timeDeltas ?? []
  const byId = new Map(profile.nodes.map((n) => [n.id, n]))
  profile.samples?.forEach((id, i) => {
    const n = byId.get(id)!
    const k = `${n.callFrame.functionName || '(anon)'}:${n.callFrame.lineNumber}`
    self.set(k, (self.get(k) ?? 0) + (dt[i] ?? 0))
  })
  return { pairs, top: [...self].sort((a, b) => b[1] - a[1]).slice(0, 22).map(([k, v]) => `${(v / 1000).toFixed(1)} ms ${k}`) }
})
console.log(JSON.stringify(out, null, 1))
