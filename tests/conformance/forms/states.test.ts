import { describe, expect, test } from 'vitest'
import type { Node, Step } from '../../../src/engine/language/expressions/program.ts'
import { FORM_STATES } from '../../e2e/kit/formStates.ts'
import { checkedProject } from '../../support/project.ts'

const { screens, contract } = checkedProject()

/** A form on a screen. */
interface Use {
  screen: string
  /** Under a condition, in a list, or in a layer that a step opens. */
  isConditional: boolean
}

const uses = new Map<string, Use[]>([...contract.forms.keys()].map((form) => [form, []]))

function inNodes(nodes: readonly Node[], { screen, isConditional }: Use): void {
  for (const { widget, props, on = {}, slots = {}, visible, each } of nodes) {
    const use = { screen, isConditional: isConditional || visible !== undefined || each !== undefined }
    if (widget === 'Form') uses.get(String(props?.form))?.push(use)
    for (const children of Object.values(slots)) inNodes(children, use)
    for (const steps of Object.values(on)) inSteps(steps, screen)
  }
}

function inSteps(steps: readonly Step[], screen: string): void {
  for (const { branches = {}, slots = {} } of steps) {
    for (const inner of Object.values(branches)) inSteps(inner, screen)
    for (const nodes of Object.values(slots)) inNodes(nodes, { screen, isConditional: true })
  }
}

for (const { screen } of screens) if (screen) inNodes(screen.body, { screen: screen.id, isConditional: false })

test('states of forms: name forms that exist', () => {
  expect(Object.keys(FORM_STATES).filter((form) => !uses.has(form))).toEqual([])
})

describe.each([...uses])('form %s', (form, on) => {
  const state = FORM_STATES[form]
  const shownBy = new Set(on.map(({ screen }) => screen))

  test('has a state for the browser tests unless its screen always displays it', () => {
    const isAlwaysShown = on.some(({ isConditional }) => !isConditional)
    expect(state !== undefined || isAlwaysShown, 'tests/e2e/kit/formStates.ts has no entry').toBe(true)
  })

  test('the state names one of several screens', () => {
    if (state?.screen !== undefined) expect([...shownBy]).toContain(state.screen)
    else expect([...shownBy], 'screens of the form').toHaveLength(1)
  })
})
