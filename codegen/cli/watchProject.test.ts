import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { asScreen, runWatch } from './watch.ts'
import { watchProject } from './watchProject.ts'
import type { WatchChange } from './watchProject.ts'
import { eventually } from '../../tests/support/eventually.ts'
import { LONG } from '../../tests/support/long.ts'

const project = join(import.meta.dirname, '../../tests/cases/check/project')
const LOGIN = 'screens/login.json'
let root = ''
let changes: WatchChange[] = []
let stop: () => void = () => undefined
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'placard-watch-'))
  cpSync(project, root, { recursive: true })
  changes = []
})
afterEach(() => {
  stop()
  rmSync(root, { recursive: true })
})

const start = (): void => {
  stop = watchProject(root, (change) => changes.push(change))
}
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const wrong = (): string => read(LOGIN).replace('"Text"', '"Txt"')
const next = async (count: number): Promise<WatchChange> => {
  await eventually(() => expect(changes.length).toBeGreaterThanOrEqual(count))
  const change = changes[count - 1]
  if (!change) throw new Error('no change was reported')
  return change
}
const rules = (all: readonly { rule: string }[]): string[] => all.map((item) => item.rule)

describe('watching a project', () => {
  test('an error and its correction: reports added and removed findings', async () => {
    start()
    expect(changes).toHaveLength(1)
    writeFileSync(join(root, LOGIN), wrong())
    const first = await next(2)
    expect(first.saved).toEqual([LOGIN])
    expect(rules(first.added)).toContain('unknown-widget')
    expect(Object.keys(first.files)).toEqual([LOGIN])
    writeFileSync(join(root, LOGIN), read(LOGIN).replace('"Txt"', '"Text"'))
    const second = await next(3)
    expect(rules(second.removed)).toContain('unknown-widget')
    expect(second.diagnostics).toEqual(changes[0]?.diagnostics)
  })

  test('the atomic save of an editor: a new file replaces the old one', async () => {
    start()
    writeFileSync(join(root, 'screens/.login.json.tmp'), wrong())
    renameSync(join(root, 'screens/.login.json.tmp'), join(root, LOGIN))
    const change = await next(2)
    expect(change.saved).toEqual([LOGIN])
    expect(rules(change.added)).toContain('unknown-widget')
  })

  test('a file in a new folder, and its deletion', async () => {
    start()
    mkdirSync(join(root, 'screens/deep/er'), { recursive: true })
    writeFileSync(
      join(root, 'screens/deep/er/one.json'),
      '{"id": "deep/er/one", "route": "/deep", "body": [{"widget": "Txt"}]}',
    )
    const change = await next(2)
    expect(change.saved).toEqual(['screens/deep/er/one.json'])
    expect(rules(change.added)).toContain('unknown-widget')
    rmSync(join(root, 'screens/deep'), { recursive: true })
    expect(rules((await next(3)).removed)).toContain('unknown-widget')
  })

  test('a locale file triggers a check, unlike an unrelated file', async () => {
    start()
    writeFileSync(join(root, 'screens/notes.txt'), 'x')
    writeFileSync(join(root, 'locales/de.json'), read('locales/de.json').replace('"plain"', '"plian"'))
    const change = await next(2)
    expect(change.saved).toEqual(['locales/de.json'])
    expect(rules(change.added)).toContain('missing-translation')
  })

  test('a finding that only moved is reported with --json, not in the text output', async () => {
    writeFileSync(join(root, LOGIN), wrong())
    start()
    writeFileSync(join(root, LOGIN), `\n${read(LOGIN)}`)
    const change = await next(2)
    expect([change.added, change.removed]).toEqual([[], []])
    expect(change.files[LOGIN]?.find((diagnostic) => diagnostic.rule === 'unknown-widget')?.line).toBe(7)
  })

  test('reports nothing after it is stopped', async () => {
    start()
    stop()
    writeFileSync(join(root, LOGIN), wrong())
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(changes).toHaveLength(1)
  })
})

describe('output', () => {
  const options = {
    paths: [],
    flags: {
      json: true,
      sarif: false,
      fix: false,
      remove: false,
      'dry-run': false,
      watch: true,
      rules: false,
      'no-lint': false,
      help: false,
    },
  }

  test('--json: a line for each change, with all findings of the files that differ', async () => {
    const lines: string[] = []
    stop = runWatch({ ...options, root }, { write: (text) => lines.push(text) }, false)
    writeFileSync(join(root, LOGIN), wrong())
    await eventually(() => expect(lines.length).toBeGreaterThan(1))
    expect(lines.every((line) => line.endsWith('\n') && line.trim().split('\n').length === 1)).toBe(true)
    const line = JSON.parse(lines[1] ?? '') as {
      saved: string[]
      files: Record<string, { rule: string }[]>
      stats: { milliseconds: number }
    }
    expect(line.saved).toEqual([LOGIN])
    expect(rules(line.files[LOGIN] ?? [])).toContain('unknown-widget')
    expect(line.stats.milliseconds).toBeGreaterThanOrEqual(0)
  })

  test('limits the length of a screen for a large change', async () => {
    start()
    const { diagnostics } = await next(1)
    const one = {
      rule: 'x',
      severity: 'error' as const,
      file: 'a.json',
      line: 1,
      column: 2,
      endLine: 1,
      endColumn: 3,
      path: '',
      code: 'x/wrong',
      params: {},
      message: 'Wrong.',
      suggestion: 'Mend it.',
    }
    const screen = asScreen(
      {
        saved: ['a.json'],
        added: Array.from({ length: 40 }, () => one),
        removed: [one],
        files: {},
        diagnostics: [one, ...diagnostics.slice(0, 0)],
        milliseconds: 12.3,
      },
      false,
    )
    expect(screen.split('\n').slice(0, 2)).toEqual([
      'a.json: 1 error, 0 warnings in 12 ms',
      '+ a.json:1:2 error x Wrong. Mend it.',
    ])
    expect(screen.split('\n')).toHaveLength(23)
    expect(screen).toContain('… and 21 more')
  })
})

test('the command ends cleanly when it is interrupted', LONG, async () => {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', join(import.meta.dirname, 'cli.ts'), '--watch', '--json', '--root', root],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = new Promise((resolve) => child.on('exit', (code, signal) => resolve([code, signal])))
  const line = await new Promise<string>((resolve) =>
    child.stdout.once('data', (data: Buffer) => resolve(data.toString())),
  )
  expect(JSON.parse(line)).toMatchObject({ saved: [] })
  child.kill('SIGINT')
  expect(await ended).toEqual([0, null])
})
