import type { Checked } from '../../compiler/project.ts'
import { withDescription, ref, type JsonSchema } from '../../compiler/keywords/editorSchema.ts'

/** JSON Schema by which a plain editor completes and underlines in screens/shell.json. */
export function shellSchema({ contract, screens }: Checked): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'The shell: the tabs of the app and the screens that its own code opens',
    type: 'object',
    properties: {
      $schema: { type: 'string' },
      description: { type: 'string' },
      tabs: {
        type: 'array',
        description: 'The tab bar, in its order',
        items: {
          type: 'object',
          properties: {
            route: withDescription(ref('route'), 'The screen of the tab'),
            label: { enum: [...contract.texts.keys()], description: 'Locale key of its label' },
            icon: { enum: [...contract.icons], description: 'Its icon' },
          },
          required: ['route', 'label', 'icon'],
          additionalProperties: false,
        },
      },
      home: withDescription(ref('route'), 'The screen that opens first'),
      login: withDescription(ref('route'), 'The screen for a visitor who opens a screen with the access rule "login"'),
      notFound: withDescription(ref('route'), 'The screen of an unknown address'),
      entry: withDescription(ref('route'), 'The screen of an address without a route, instead of Home'),
      webview: withDescription(ref('route'), 'The screen that frames a permitted site, by its parameter "url"'),
      payPasswordReset: withDescription(ref('route'), 'The screen where the payment password is set another time'),
    },
    required: ['tabs', 'home', 'login', 'notFound'],
    additionalProperties: false,
    definitions: { route: { enum: screens.map(({ route }) => route) } },
  }
}
