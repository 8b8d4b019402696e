import { runInBrowser } from './profile-tmp.ts'
const out = await runInBrowser('tick', async (page) => {
  const c = await page.context().newCDPSession(page)
  await c.send('Performance.enable')
  await c.send('Profiler.enable')
  await c.send('Profiler.setSamplingInterval', { interval: 200 })
  await page.evaluate(`import('/main.js')`)
  await c.send('Emulation.setCPUThrottlingRate', { rate: Number(process.argv[2] ?? 4) })
  const m = async () => Object.fromEntries((await c.send('Performance.getMetrics')).metrics.map((x) => [x.name, x.value]))
  const a = await m()
  await c.send('Profiler.start')
  const r = await page.evaluate(`import('/main.js').then((p) => p.stream(500, 6))`)
  const { profile } = await c.send('Profiler.stop')
  const b = await m()
  const self = new Map<string, number>()
  const dt = profile.timeDeltas ?? []
  const byId = new Map(profile.nodes.map((n) => [n.id, n]))
  profile.samples?.forEach((id, i) => { const n = byId.get(id)!; const k = `${n.callFrame.functionName || '(anon)'}:${n.callFrame.lineNumber}`; self.set(k, (self.get(k) ?? 0) + (dt[i] ?? 0)) })
  return { r, m: Object.fromEntries(['TaskDuration', 'ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration', 'LayoutCount'].map((k) => [k, (b[k] ?? 0) - (a[k] ?? 0)])), top: [...self].sort((x, y) => y[1] - x[1]).slice(0, 30).map(([k, v]) => `${(v / 1000).toFixed(0)} ${k}`) }
})
console.log(JSON.stringify(out, null, 1))
