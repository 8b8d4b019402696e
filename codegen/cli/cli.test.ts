import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { run } from './cli.ts'

const project = join(import.meta.dirname, '../../tests/cases/check/project')
let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'placard-check-'))
  cpSync(project, root, { recursive: true })
})
afterEach(() => rmSync(root, { recursive: true }))

const edit = (file: string, from: string, to: string): void =>
  writeFileSync(join(root, file), readFileSync(join(root, file), 'utf8').replace(from, to))

const TAB = { type: { type: 'string', enum: ['home', 'case'] }, value: 'home' }
/** Each of two values has the text that is named after the other one. */
const SWAPPED = { widget: 'Text', props: { text: "=state.tab == 'home' ? text('tab.case') : text('tab.home')" } }
const SWITCH = {
  widget: 'Button',
  props: { label: 'plain' },
  on: { press: [{ action: 'set', name: 'tab', value: "=state.tab == 'home' ? 'case' : 'home'" }] },
}

describe('npm run check', () => {
  test('a project without findings: one line, status 0', async () => {
    const { out, status } = await run([], root, false)
    expect(out).toMatch(/^6 screens, 1 part, 17 nodes: 0 errors, 0 warnings in \d+ ms\n$/)
    expect(status).toBe(0)
  })

  test('an error: position, rule, message, source line with carets, suggestion, status 1', async () => {
    edit('screens/login.json', '"Text"', '"Txt"')
    const { out, status } = await run([], root, false)
    expect(out).toContain(
      [
        'screens/login.json:6:17 error unknown-widget There is no widget "Txt".',
        '    "widget": "Txt",',
        '              ^^^^^',
        '    Did you mean "Text"?',
      ].join('\n'),
    )
    expect(status).toBe(1)
  })

  test('links, pipes, devices and files that are too large are not read, and are named', async () => {
    const secret = join(root, 'secret.txt')
    writeFileSync(secret, 'a line of another file')
    symlinkSync(secret, join(root, 'screens/out.json'))
    symlinkSync('/dev/zero', join(root, 'screens/device.json'))
    symlinkSync(join(root, 'screens/itself.json'), join(root, 'screens/itself.json'))
    symlinkSync(root, join(root, 'screens/folder'))
    execFileSync('mkfifo', [join(root, 'screens/pipe.json')])
    writeFileSync(join(root, 'screens/large.json'), '')
    truncateSync(join(root, 'screens/large.json'), 64 * 1024 * 1024)
    const { out, status } = await run([], root, false)
    for (const name of ['out.json', 'device.json', 'itself.json', 'folder'])
      expect(out).toContain(`screens/${name} is not read: it is a link.`)
    expect(out).toContain('screens/pipe.json is not read: it is not a regular file.')
    expect(out).toMatch(/screens\/large\.json is not read: it has more than \d+ bytes\./)
    expect(out).not.toContain('a line of another file')
    expect(out).not.toMatch(/\n {2,}at /)
    expect(status).toBe(0)
    expect(await run(['--fix'], root, false)).toMatchObject({ status: 0 })
  })

  test('a source folder that is a link is not read', async () => {
    cpSync(join(root, 'screens'), join(root, 'elsewhere'), { recursive: true })
    rmSync(join(root, 'screens'), { recursive: true })
    symlinkSync(join(root, 'elsewhere'), join(root, 'screens'))
    const { out } = await run([], root, false)
    expect(out).toContain('screens is not read: it is a link.')
  })

  test.each([
    [['nosuch/path']],
    [['screens/hom.json']],
    [['screens/home']],
    [['screens', 'local']],
    [['../elsewhere']],
    [['--fix', 'screens/hom.json']],
    [['--json', 'screens/hom.json']],
  ])('a path that is not in the project: status 2: %j', async (args) => {
    edit('screens/login.json', '"Text"', '"Txt"')
    const { out, status } = await run(args, root, false)
    expect(status).toBe(2)
    expect(out).toMatch(/^The project has no file ".+", and no folder of this name/)
  })

  test.each([['.'], ['./'], ['screens/'], ['./screens/login.json']])('the path %s selects the file', async (path) => {
    edit('screens/login.json', '"Text"', '"Txt"')
    expect(await run([path], root, false)).toMatchObject({ status: 1, out: expect.stringContaining('Txt') as string })
  })

  const addUnusedState = (): void => edit('screens/login.json', '"route"', '"state": {"x": 1}, "route"')

  test('a warning fails too', async () => {
    addUnusedState()
    expect((await run([], root, false)).status).toBe(1)
  })

  test('a guess is shown and does not fail, and --no-lint leaves it out', async () => {
    edit('screens/login.json', '"route"', `"state": ${JSON.stringify({ tab: TAB })}, "route"`)
    edit('screens/login.json', '"body": [', `"body": [${JSON.stringify(SWAPPED)}, ${JSON.stringify(SWITCH)},`)
    const { out, status } = await run([], root, false)
    expect(out).toContain('lint swapped-texts')
    expect(out).toMatch(/0 errors, 0 warnings, 1 lint finding in/)
    expect(status).toBe(0)
    const without = await run(['--no-lint'], root, false)
    expect(without.out).toMatch(/: 0 errors, 0 warnings in/)
    expect(without.status).toBe(0)
  })

  test('--json has only diagnostics and stats', async () => {
    addUnusedState()
    const { out, status } = await run(['--json'], root, false)
    const answer = JSON.parse(out) as { diagnostics: unknown[]; stats: Record<string, number> }
    expect(Object.keys(answer)).toEqual(['diagnostics', 'stats'])
    expect(answer.diagnostics).toEqual([
      {
        rule: 'unused-state',
        severity: 'warning',
        file: 'screens/login.json',
        line: 3,
        column: 13,
        endLine: 3,
        endColumn: 16,
        path: 'state/x',
        code: 'unused-state/unusedState',
        params: { name: 'x' },
        advice: [{ code: 'unused-state/unusedState.advice', params: { name: 'x' } }],
        message: 'Nothing reads the state "x".',
        suggestion: 'Read it, or remove it.',
        fix: {
          code: 'fix/removeState',
          params: { name: 'x' },
          title: 'Remove the state "x".',
          edits: [{ start: expect.any(Number), end: expect.any(Number), text: '' }],
          removes: true,
        },
      },
    ])
    expect(answer.stats).toMatchObject({ screens: 6, parts: 1, errors: 0, warnings: 1 })
    expect(status).toBe(1)
  })

  test('a path limits the findings to its files', async () => {
    edit('screens/login.json', '"Text"', '"Txt"')
    expect((await run(['screens/home.json'], root, false)).status).toBe(0)
    expect((await run(['./screens/'], root, false)).status).toBe(1)
  })

  test('--sarif names the rule and the region', async () => {
    edit('screens/login.json', '"Text"', '"Txt"')
    const log = JSON.parse((await run(['--sarif'], root, false)).out) as {
      runs: { tool: { driver: { rules: { id: string }[] } }; results: { ruleId: string; locations: unknown[] }[] }[]
    }
    const [only] = log.runs
    expect(only?.results).toHaveLength(1)
    expect(only?.tool.driver.rules.map((rule) => rule.id)).toContain(only?.results[0]?.ruleId)
    expect(only?.results[0]?.locations[0]).toMatchObject({
      physicalLocation: {
        artifactLocation: { uri: 'screens/login.json' },
        region: { startLine: 6, startColumn: 17, endColumn: 22 },
      },
    })
  })

  test('an option that does not exist: status 2', async () => {
    expect(await run(['--jsn'], root, false)).toMatchObject({ status: 2 })
  })

  test('incompatible options, or a missing value: status 2 and a message', async () => {
    for (const [args, sentence] of [
      [['--fix', '--watch'], '--fix and --watch do not go together.'],
      [['--dry-run'], '--dry-run goes with --fix.'],
      [['--remove'], '--remove goes with --fix.'],
      [['--sarif', '--json'], '--sarif does not go with --json.'],
      [['--release', 'next'], 'A release is three numbers'],
      [['--against'], '--against'],
    ] as const) {
      const { out, status } = await run(args, root, false)
      expect(status).toBe(2)
      expect(out).toContain(sentence)
    }
  })

  test('--sarif contains the fixes', async () => {
    edit('screens/login.json', '"Text"', '"Txt"')
    const log = JSON.parse((await run(['--sarif'], root, false)).out) as {
      runs: { results: { ruleId: string; fixes?: unknown[] }[] }[]
    }
    expect(log.runs[0]?.results.find((result) => result.ruleId === 'unknown-widget')?.fixes).toEqual([
      {
        description: { text: 'Replace "Txt" with "Text".' },
        artifactChanges: [
          {
            artifactLocation: { uri: 'screens/login.json' },
            replacements: [
              {
                deletedRegion: {
                  startLine: expect.any(Number),
                  startColumn: 18,
                  endLine: expect.any(Number),
                  endColumn: 21,
                },
                insertedContent: { text: 'Text' },
              },
            ],
          },
        ],
      },
    ])
  })
})

describe('npm run check -- --fix', () => {
  const login = (): string => readFileSync(join(root, 'screens/login.json'), 'utf8')

  test('applies certain fixes, reports them, shows the remaining findings', async () => {
    const before = login()
    edit('screens/login.json', '"Text"', '"Txt"')
    edit('screens/none.json', '"widget"', '"visible": "=1", "widget"')
    const { out, status } = await run(['--fix'], root, false)
    expect(login()).toBe(before)
    expect(out).toMatch(/screens\/login\.json:\d+ Replace "Txt" with "Text"\./)
    expect(out).toMatch(/screens\/none\.json:\d+:\d+ error type-mismatch/)
    expect(out).toMatch(/Put right: 1 finding in 1 file\. Left: \d+ errors?, \d+ warnings?\.\n$/)
    expect(status).toBe(1)
  })

  test('--dry-run shows the difference and writes nothing', async () => {
    edit('screens/login.json', '"Text"', '"Txt"')
    const before = login()
    const { out } = await run(['--fix', '--dry-run'], root, false)
    expect(login()).toBe(before)
    expect(out).toMatch(/^--- screens\/login\.json\n\+\+\+ screens\/login\.json\n@@ line \d+ @@\n/)
    expect(out).toMatch(/^-\s+"widget": "Txt",$/m)
    expect(out).toMatch(/^\+\s+"widget": "Text",$/m)
    expect(out).toContain('Would put right: 1 finding in 1 file.')
  })

  test('fixes only the named paths', async () => {
    edit('screens/login.json', '"Text"', '"Txt"')
    expect((await run(['--fix', 'screens/home.json'], root, false)).out).toContain('Put right: 0 findings in 0 files.')
    expect(login()).toContain('"Txt"')
  })

  test('--json lists the applied fixes', async () => {
    edit('screens/login.json', '"Text"', '"Txt"')
    const output = JSON.parse((await run(['--fix', '--json', 'screens/login.json'], root, false)).out) as {
      fixed: unknown[]
      files: string[]
    }
    expect(output.files).toEqual(['screens/login.json'])
    expect(output.fixed).toEqual([
      { file: 'screens/login.json', line: expect.any(Number), title: 'Replace "Txt" with "Text".' },
    ])
  })

  test('leaves out a fix that removes content, and names the option that applies it', async () => {
    edit('screens/login.json', '"route"', '"state": {"x": 1}, "route"')
    const before = login()
    const { out, status } = await run(['--fix'], root, false)
    expect(login()).toBe(before)
    expect(out).toContain('1 fix not applied: it removes what is written. See it with --fix --remove --dry-run.')
    expect(out).toContain('Put right: 0 findings in 0 files. Left: 0 errors, 1 warning.')
    expect(status).toBe(1)
  })

  test('applies a fix that removes content with --remove', async () => {
    const before = login()
    edit('screens/login.json', '"route"', '"state": {"x": 1}, "route"')
    const { out, status } = await run(['--fix', '--remove'], root, false)
    expect(login()).toBe(before)
    expect(out).not.toContain('not applied')
    expect(status).toBe(0)
  })

  test('--json counts the fixes that were left out', async () => {
    edit('screens/login.json', '"route"', '"state": {"x": 1}, "route"')
    expect(JSON.parse((await run(['--fix', '--json'], root, false)).out)).toMatchObject({ removals: 1, fixed: [] })
  })

  test('discards a fix that adds findings', async () => {
    // The suggested widget has a required prop, and does not accept these children.
    edit(
      'screens/login.json',
      '"widget": "Text"',
      '"widget": "Buton", "on": {"press": [{"do": "nothing"}, {"do": "nowhere"}]}, "children": 1',
    )
    const before = login()
    const { out, status } = await run(['--fix', 'screens/login.json'], root, false)
    expect(login()).toBe(before)
    expect(out).toContain('1 fix not kept: more would be wrong after it.')
    expect(status).toBe(1)
  })
})
