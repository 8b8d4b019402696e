import { describe, expect, it } from 'vitest'
import { changedProject, compiler, projectFiles } from '../../../tests/support/project.ts'
import { nodeAt, parse, type Place } from '../model/document.ts'
import { outlineOf } from '../outline/nodes.ts'
import { readVisible } from '../../../codegen/compiler/service/index.ts'
import { setVisible } from './hidden.ts'

describe('the keyword "visible"', () => {
  it.each([
    [undefined, false, ''],
    ['=state.open', false, 'state.open'],
    ['=false', true, ''],
    ['=false && (list.bed != null)', true, 'list.bed != null'],
    ['=false && (a || b)', true, 'a || b'],
    ['=false && (a || b) && c != null', true, '(a || b) && c != null'],
    ['=false && (a) && (b)', true, '(a) && (b)'],
    ['=false && a || b', false, 'false && a || b'],
    ['=false && a ? b : c', false, 'false && a ? b : c'],
    ['=falsehood && a', false, 'falsehood && a'],
    ['=!true', false, '!true'],
  ])('%s is read', (visible, isHidden, condition) => expect(readVisible(visible)).toEqual({ isHidden, condition }))

  it.each(['', 'a != null', 'a || b', '(a || b) && c', 'a ? b : c'])(
    'hides a node with the condition "%s"',
    (condition) => {
      const node = condition === '' ? {} : { visible: `=${condition}` }
      const text = JSON.stringify({ body: [node] })
      const hidden = setVisible(text, 'body/0', { isHidden: true, condition })
      expect(readVisible(nodeAt(parse(hidden), 'body/0/visible')?.value)).toEqual({ isHidden: true, condition })
      const shown = setVisible(hidden, 'body/0', { isHidden: false, condition })
      expect(JSON.parse(shown)).toEqual({ body: [node] })
    },
  )

  it('leaves other warnings allowed', () => {
    const text = JSON.stringify({ body: [{ allow: { 'row-call': 'A short list.' } }] })
    const hidden = setVisible(text, 'body/0', { isHidden: true, condition: '' })
    expect(JSON.parse(setVisible(hidden, 'body/0', { isHidden: false, condition: '' }))).toEqual(JSON.parse(text))
  })
})

describe('a hidden node of a screen', () => {
  const FILE = 'screens/user/about.json'
  const text = projectFiles.get(FILE) ?? ''
  const findings = (changed: string): string[] =>
    compiler.check(changedProject([[FILE, changed]])).diagnostics.map(({ rule, message }) => `${rule}: ${message}`)
  /** The path of the node with a member. */
  const placeOf = (member: string, value: string): Place => {
    const found = outlineOf(text).find(({ place }) => nodeAt(parse(text), `${place}/${member}`)?.value === value)
    if (!found) throw new Error(`No node of the screen has the ${member} ${value}.`)
    return found.place
  }

  it('has no finding without a condition', () => {
    const hidden = setVisible(text, placeOf('widget', 'Icon'), { isHidden: true, condition: '' })
    expect(hidden).toContain('"visible": "=false"')
    expect(findings(hidden)).toEqual([])
  })

  it('has no finding where what it reads needs its condition', () => {
    const place = placeOf('visible', '=terms != null')
    const hidden = setVisible(text, place, { isHidden: true, condition: 'terms != null' })
    expect(findings(hidden)).toEqual([])
    expect(findings(setVisible(text, place, { isHidden: true, condition: '' }))).not.toEqual([])
  })
})
