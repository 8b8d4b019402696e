import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Builder, Capabilities, Key as Keys, Origin, type WebDriver } from 'selenium-webdriver'
import { freePort } from '../../../e2e/kit/net/ports.ts'
import { DESKTOP, VIEWPORT, type Browser, type Engine, type Key, type Point, type Tab } from './driver.ts'

const DRIVER = '/usr/bin/WebKitWebDriver'
const XVFB = '/usr/bin/Xvfb'
/** Ends a hang of the browser's start; a busy machine does not reach it. */
const START_MS = 600_000
const SCRIPT_MS = 600_000
const KEYS: Record<Key, string> = {
  Enter: Keys.ENTER,
  Escape: Keys.ESCAPE,
  Tab: Keys.TAB,
  End: Keys.END,
  Backspace: Keys.BACK_SPACE,
  ArrowRight: Keys.ARROW_RIGHT,
}

/** The browser of webkit2gtk-driver, in the folder of its version. */
function miniBrowser(): string | undefined {
  return ['x86_64-linux-gnu', 'aarch64-linux-gnu']
    .map((platform) => `/usr/lib/${platform}`)
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.startsWith('webkit2gtk-4.'))
        .map((name) => join(folder, name, 'MiniBrowser')),
    )
    .find((path) => existsSync(path))
}

/**
 * WebKitGTK, by the W3C WebDriver of its package. selenium-webdriver is the client, since it accepts any browser name and driver
 * address; Playwright has no WebKit for the system's packages.
 */
export const webkitEngine: Engine = {
  name: 'webkit',
  missing: () =>
    existsSync(DRIVER) && existsSync(XVFB) && miniBrowser() !== undefined
      ? null
      : 'apt-get install webkit2gtk-driver xvfb',
  launch,
}

async function launch(): Promise<Browser> {
  const home = mkdtempSync(join(tmpdir(), 'placard-webkit-'))
  // GTK's setting for prefers-reduced-motion.
  mkdirSync(join(home, 'gtk-3.0'))
  writeFileSync(join(home, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=0\n')
  const { screen, display } = await startScreen()
  const env = { ...process.env, DISPLAY: display, LANG: 'en_US.UTF-8', LC_ALL: 'en_US.UTF-8', XDG_CONFIG_HOME: home }
  const processes = new Set([screen])
  const abandon = () => processes.forEach((childProcess) => childProcess.kill('SIGKILL'))
  process.once('exit', abandon)
  let version = ''
  return {
    get version() {
      return version
    },
    // A driver has one session, and ends with it: a crash of one tab leaves the next ones alone.
    async newTab(desktop = false) {
      const port = freePort()
      const driver = spawn(DRIVER, [`--port=${port}`], { stdio: 'ignore', env })
      processes.add(driver)
      const server = `http://127.0.0.1:${port}`
      await listens(server)
      const session = await openSession(server, desktop ? DESKTOP : VIEWPORT)
      version = String((await session.getCapabilities()).get('browserVersion'))
      return {
        ...tabOf(session),
        async close() {
          await session.quit().catch(() => undefined)
          processes.delete(driver)
          await end(driver)
        },
      }
    },
    async close() {
      process.off('exit', abandon)
      for (const server of processes) await end(server)
      rmSync(home, { recursive: true, force: true })
    },
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill()
  await gone
}

/** A virtual screen: the X server chooses its number and reports it. */
async function startScreen(): Promise<{ screen: ChildProcess; display: string }> {
  const screen = spawn(XVFB, ['-displayfd', '3', '-screen', '0', '1280x1280x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const numbers = screen.stdio[3]
  if (!numbers) throw new Error('Xvfb has no pipe for its number.')
  const [number] = (await once(numbers, 'data')) as [Buffer]
  return { screen, display: `:${number.toString().trim()}` }
}

async function listens(server: string): Promise<void> {
  const until = Date.now() + START_MS
  while (Date.now() < until) {
    // oxlint-disable-next-line no-restricted-globals -- A test asks the driver, not the API.
    if (
      await fetch(`${server}/status`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
    await new Promise((resume) => setTimeout(resume, 100))
  }
  throw new Error(`${DRIVER} does not answer.`)
}

/** Each session has a separate browser. The page is in a window without a toolbar, which alone would be 447 px wide. */
async function openSession(server: string, { width, height }: { width: number; height: number }): Promise<WebDriver> {
  const session = await new Builder()
    .usingServer(server)
    .disableEnvironmentOverrides()
    .withCapabilities(
      new Capabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': {
          binary: miniBrowser(),
          args: ['--automation', '--javascript-can-open-windows-automatically=true'],
        },
      }),
    )
    .build()
  await session.manage().setTimeouts({ script: SCRIPT_MS })
  const first = await session.getWindowHandle()
  await session.executeScript(`open('about:blank', '', 'popup,left=0,top=0,width=${width},height=${height}') && 0`)
  const until = Date.now() + START_MS
  let other: string | undefined
  while (other === undefined && Date.now() < until)
    other = (await session.getAllWindowHandles()).find((handle) => handle !== first)
  if (other === undefined) throw new Error('MiniBrowser opens no window.')
  await session.switchTo().window(other)
  return session
}

/** Runs a script whose last argument is a callback. */
const WRAP = (source: string): string => `
  const done = arguments[arguments.length - 1]
  Promise.resolve().then(() => (${source})).then((value) => done({ value }), (error) => done({ error: String(error) }))`

function tabOf(session: WebDriver): Omit<Tab, 'close'> {
  const actions = () => session.actions({ async: true })
  const move = ({ x, y }: Point, duration = 0) => ({
    x: Math.round(x),
    y: Math.round(y),
    duration,
    origin: Origin.VIEWPORT,
  })
  return {
    // WebKitWebDriver 2.50 plays touch actions as those of a mouse.
    touch: null,
    // It has no log; kit/engines/probe.ts reports what the page can know.
    errors: [],
    open: (url) => session.get(url),
    reload: () => session.navigate().refresh(),
    back: () => session.navigate().back(),
    forward: () => session.navigate().forward(),
    async evaluate(source) {
      const { value, error } = await session.executeAsyncScript<{ value?: unknown; error?: string }>(WRAP(source))
      if (error !== undefined) throw new Error(error)
      return value
    },
    hover: (at) => actions().move(move(at)).perform(),
    click: (at) => actions().move(move(at)).press().release().perform(),
    async drag(from, to) {
      let sequence = actions().move(move(from)).press()
      for (let step = 1; step <= 12; step += 1)
        sequence = sequence.move(
          move({ x: from.x + ((to.x - from.x) * step) / 12, y: from.y + ((to.y - from.y) * step) / 12 }, 16),
        )
      await sequence.release().perform()
    },
    // Its wheel has no control key.
    pinch: null,
    type: (text) => actions().sendKeys(text).perform(),
    key: (key) => actions().sendKeys(KEYS[key]).perform(),
    picture: async () => Buffer.from(await session.takeScreenshot(), 'base64'),
  }
}
