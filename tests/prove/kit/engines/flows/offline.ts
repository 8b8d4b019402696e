import { en } from '../../../../e2e/kit/texts.ts'
import { button } from '../app.ts'
import type { Flow } from '../flow.ts'

export default {
  about: 'without a network the app opens from its cache, with screens that were never opened',
  async run(app) {
    // The browsers report each request that fails, and the live connection.
    app.allow(
      /Failed to load|Unable to preload|ERR_|NetworkError|can.t establish a connection|interrupted while|WebSocket|network connection/,
    )
    await app.start('/pages/index/index')
    await app.until('the cached app', async () => (await app.call('worker')) === 'activated')
    app.site.setOffline(true)
    await app.tab.reload()
    await app.settle()
    await app.spot(button(en('tab.market')))
    await app.go('/pages/user/about')
    await app.sees(en('about.title'))
    await app.go('/pages/user/set')
    await app.sees(en('settings.coloursHint'))
    app.site.setOffline(false)
  },
} satisfies Flow
