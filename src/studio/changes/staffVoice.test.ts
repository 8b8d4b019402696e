import { expect, it } from 'vitest'
import type { ChangeDetail, ChangeParam } from '../../../codegen/compiler/compare/change.ts'
import { detailText } from '../../../codegen/compiler/compare/changeText.ts'
import { widgetsOf } from '../model/vocabulary.ts'
import { staffText } from './staffVoice.ts'

const english = { 'a.hello': 'Hello', 'a.bye': 'Goodbye' }
const widgets = widgetsOf({
  'src/engine/widgets/Text/Text.schema.json': JSON.stringify({
    props: { properties: { tone: { 'x-title': 'Colour', enum: ['info', 'danger', 'md'] }, text: { format: 'text' } } },
  }),
})
const card = {
  widget: 'Card',
  visible: "=state.amount > decimal('1000')",
  on: { press: [{ action: 'navigate', to: '/pages/assets/topup' }] },
  children: [{ widget: 'Text', props: { text: 'a.bye' } }],
}
const text = JSON.stringify({
  id: 'a',
  title: 'a.hello',
  body: [
    { widget: 'Text', props: { text: 'a.hello' } },
    { widget: 'Text', props: { text: '=config.shortName.orValue(1)' } },
    card,
  ],
})
const document = { text, english, widgets, titleOf: () => 'Deposit' }

const node = (widget: string, path: string, shown: string | null = null): ChangeParam => ({
  node: { widget, path, shown: shown === null ? null : { words: shown } },
})
const ofNode = (subject: ChangeParam, detail: ChangeDetail, code = 'ofNode'): ChangeDetail => ({
  ...detail,
  inside: [{ code, params: { node: subject } }],
})
const expression = { node: { widget: 'Text', path: 'body/1', shown: { expression: 'config.shortName.orValue(1)' } } }

it.each<[developer: string, staff: string, ChangeDetail]>([
  [
    'The Text (body/0) has moved here from body/4.',
    'The text “Hello” has moved.',
    { code: 'node/moved', params: { node: node('Text', 'body/0'), from: 'body/4' } },
  ],
  [
    'The Text "Hello" (body/0) is new.',
    'The text “Hello” is new.',
    { code: 'node/added', params: { node: node('Text', 'body/0', 'Hello') } },
  ],
  [
    'The Card (body/2) is new.',
    'The card “Goodbye” is new: shown only if amount is more than 1000; leads to “Deposit”.',
    { code: 'node/added', params: { node: node('Card', 'body/2') } },
  ],
  [
    'The Text config.shortName.orValue(1) (body/1): its tone is now "md" instead of "info".',
    'The text “{short name}”: “Colour” is now “Medium” instead of “Info”.',
    ofNode(expression, {
      code: 'member/changed',
      params: { name: { property: { widget: 'Text', name: 'tone' } }, value: { json: 'md' }, before: { json: 'info' } },
    }),
  ],
  [
    'The Text "Hello" (body/0): its margin is now 3.',
    'The text “Hello”: its margin is now 3.',
    ofNode(node('Text', 'body/0', 'Hello'), {
      code: 'member/set',
      params: { name: { property: { widget: 'Text', name: 'margin' } }, value: { json: 3 } },
    }),
  ],
  ['The Text (body/0) is gone.', 'A text is gone.', { code: 'node/removed', params: { node: node('Text', 'body/0') } }],
  [
    'The Row (body/7/children/1) has moved here from body/0.',
    'A row has moved.',
    { code: 'node/moved', params: { node: node('Row', 'body/7/children/1'), from: 'body/0' } },
  ],
  [
    'The ListCell "Statistics" (body/0) is now shown only when session.mode == \'demo\'; before always.',
    'The list cell “Statistics” is now shown only if mode is demo; before always.',
    ofNode(
      node('ListCell', 'body/0', 'Statistics'),
      {
        code: 'condition/changed',
        params: {
          now: { code: 'visible/when', params: { condition: { condition: "session.mode == 'demo'" } } },
          before: { code: 'before/always' },
        },
      },
      'node',
    ),
  ],
  [
    'The ListCell "Statistics" (body/0) is now shown only when (forms.deposit.amount != null) && (forms.deposit.amount > \'1.00\'); before always.',
    'The list cell “Statistics” is now shown only if amount is more than 1.00; before always.',
    ofNode(
      node('ListCell', 'body/0', 'Statistics'),
      {
        code: 'condition/changed',
        params: {
          now: {
            code: 'visible/when',
            params: { condition: { condition: "(forms.deposit.amount != null) && (forms.deposit.amount > '1.00')" } },
          },
          before: { code: 'before/always' },
        },
      },
      'node',
    ),
  ],
  [
    'The ListCell "Statistics" (body/0) is now shown only when state.names.exists(one, one == params.id); before always.',
    'The list cell “Statistics” is now shown only if a condition on names, params id is met; before always.',
    ofNode(
      node('ListCell', 'body/0', 'Statistics'),
      {
        code: 'condition/changed',
        params: {
          now: {
            code: 'visible/when',
            params: { condition: { condition: 'state.names.exists(one, one == params.id)' } },
          },
          before: { code: 'before/always' },
        },
      },
      'node',
    ),
  ],
  [
    "The Text \"Hello\" (body/0): its units is now {'amount': forms.transfer.currency, 'keepAtLeast': rows[0].currency}.",
    'The text “Hello”: its units is now a value made of currency, rows.',
    ofNode(node('Text', 'body/0', 'Hello'), {
      code: 'member/set',
      params: {
        name: { property: { widget: 'Text', name: 'units' } },
        value: { expression: "{'amount': forms.transfer.currency, 'keepAtLeast': rows[0].currency}" },
      },
    }),
  ],
  [
    'The screen "Profile" (/pages/user/index) has changed.',
    'The screen “Profile” has changed.',
    { code: 'screen/changed', params: { screen: { screen: { title: 'Profile', route: '/pages/user/index' } } } },
  ],
  [
    'The text "a.hello" is new in en, de and ja: "Hello".',
    'The words “Hello” are new, in 3 languages.',
    {
      code: 'text/added',
      params: {
        key: { quoted: 'a.hello' },
        languages: { languages: ['en', 'de', 'ja'] },
        words: { code: 'words/added', params: { words: { quoted: 'Hello' } } },
      },
    },
  ],
  [
    'The text "a.hello" has changed in en: "Hi" instead of "Hello".',
    'The words “Hello” are now “Hi”, in English.',
    {
      code: 'text/changed',
      params: {
        key: { quoted: 'a.hello' },
        languages: { languages: ['en'] },
        words: { code: 'words/changed', params: { words: { quoted: 'Hi' }, before: { quoted: 'Hello' } } },
      },
    },
  ],
  [
    'It now needs the widget Button@2, which a released client lacks.',
    'Apps that are older cannot show it: they lack the widget button as it is now.',
    { code: 'requires/widgets', params: { count: 1, names: { list: [{ capability: 'Button@2' }] } } },
  ],
])('for developers: %s For staff: %s', (developer, staff, change) => {
  expect(detailText(change)).toBe(developer)
  expect(staffText(change, document)).toBe(staff)
})
