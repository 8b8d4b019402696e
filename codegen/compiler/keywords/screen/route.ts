import { replaceWith } from '../../fix/quickFix.ts'
import { isRoute, slashed } from '../../lower/route.ts'
import type { ScreenKeyword } from './screenKeyword.ts'

export const route: ScreenKeyword = {
  name: 'route',
  kind: 'string',
  required: true,
  doc: 'Path of the screen in the app: `/news/list`.',
  schema: () => ({ type: 'string', pattern: '^/' }),
  declare(value, { unit }) {
    const route = String(value?.value ?? '')
    if (value && !isRoute(route))
      unit.emit(
        { event: 'invalidRoute', fix: isRoute(slashed(route)) ? replaceWith(value, slashed(route)) : undefined },
        value,
        'route',
      )
    return { route }
  },
}
