import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

const edit = (file: string, from: string, to: string): void => writeFileSync(join(root, file), readFileSync(join(root, file), 'utf8').replace(from, to))

describe('npm run check', () => {
  test('a sound project: one line, status 0', () => {
    const { out, status } = run([], root, false)
    expect(out).toMatch(/^5 screens, 1 part, 15 nodes: 0 errors, 0 warnings in \d+ ms\n$/)
    expect(status).toBe(0)
  })

  test('an error: place, rule, sentence, source line with carets, what to do; status 1', () => {
    edit('screens/login.json', '"Text"', '"Txt"')
    const { out, status } = run([], root, false)
    expect(out).toContain(
      ['screens/login.json:6:17 error unknown-widget There is no widget "Txt".', '    "widget": "Txt",', '              ^^^^^', '    Did you mean "Text"?'].join('\n'),
    )
    expect(status).toBe(1)
  })

  test('a warning fails too, and --json has diagnostics and stats and no more', () => {
    edit('screens/login.json', '"route"', '"state": {"x": 1}, "route"')
    const { out, status } = run(['--json'], root, false)
    const answer = JSON.parse(out) as { diagnostics: unknown[]; stats: Record<string, number> }
    expect(Object.keys(answer)).toEqual(['diagnostics', 'stats'])
    expect(answer.diagnostics).toEqual([
      { rule: 'unused-state', severity: 'warning', file: 'screens/login.json', line: 3, column: 13, endLine: 3, endColumn: 16, path: 'state/x', message: 'Nothing reads the state "x".' },
    ])
    expect(answer.stats).toMatchObject({ screens: 5, parts: 1, errors: 0, warnings: 1 })
    expect(status).toBe(1)
  })

  test('a path shows only what is below it', () => {
    edit('screens/login.json', '"Text"', '"Txt"')
    expect(run(['screens/home.json'], root, false).status).toBe(0)
    expect(run(['./screens/'], root, false).status).toBe(1)
  })

  test('--sarif names the rule and the region', () => {
    edit('screens/login.json', '"Text"', '"Txt"')
    const log = JSON.parse(run(['--sarif'], root, false).out) as { runs: { tool: { driver: { rules: { id: string }[] } }; results: { ruleId: string; locations: unknown[] }[] }[] }
    const [only] = log.runs
    expect(only?.results).toHaveLength(1)
    expect(only?.tool.driver.rules.map((rule) => rule.id)).toContain(only?.results[0]?.ruleId)
    expect(only?.results[0]?.locations[0]).toMatchObject({ physicalLocation: { artifactLocation: { uri: 'screens/login.json' }, region: { startLine: 6, startColumn: 17, endColumn: 22 } } })
  })

  test('an option that does not exist: status 2', () => {
    expect(run(['--jsn'], root, false)).toMatchObject({ status: 2 })
  })
})
