import { createGlobalVariablesController, createVariable, render } from '@divkitframework/divkit/client'
import '@divkitframework/divkit/dist/client.css'
import '../../browser/interaction/plain.css'

export type Div = { type: string; [member: string]: unknown }

export const text = (words: string, more: Record<string, unknown> = {}): Div => ({ type: 'text', text: words, font_size: 16, text_color: '#e8e8e8', ...more })
export const group = (orientation: 'vertical' | 'horizontal', items: Div[], more: Record<string, unknown> = {}): Div => ({ type: 'container', orientation, items, ...more })
export const press = (words: string, url: string): Div => text(words, { action: { log_id: 'press', url }, paddings: { left: 10, right: 10, top: 10, bottom: 10 } })
export const setVariable = (name: string, value: string): string => `div-action://set_variable?name=${name}&value=${value}`

export type Variable = ReturnType<typeof createVariable>

/** Draws a card while the address ends with `#on`. `variables`: those that the page itself writes. */
export function page(createCard: () => { div: Div; variables?: readonly { name: string; type: string; value: unknown }[]; globals?: readonly [name: string, value: string][]; start?: (globals: ReadonlyMap<string, Variable>) => () => void }): void {
  const target = document.body.appendChild(document.createElement('main'))
  let stop: (() => void) | undefined
  const update = () => {
    stop?.()
    stop = undefined
    if (location.hash !== '#on') return
    const { div, variables = [], globals = [], start } = createCard()
    const controller = createGlobalVariablesController()
    const byName = new Map(globals.map(([name, value]) => [name, createVariable(name, 'string', value) as Variable]))
    for (const variable of byName.values()) controller.setVariable(variable)
    const card = render({
      id: 'bench',
      target,
      globalVariablesController: controller,
      json: { card: { log_id: 'bench', variables, states: [{ state_id: 0, div }] }, templates: {} } as never,
      onError: ({ error }) => {
        if (error.level === 'error') throw error
      },
    })
    const end = start?.(byName)
    stop = () => {
      end?.()
      card.$destroy()
      target.replaceChildren()
    }
  }
  addEventListener('hashchange', update)
  update()
}
