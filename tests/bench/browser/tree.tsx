import { memo, useMemo, useRef } from 'react'
import { asMoney, compare as compareDecimal } from '../../../src/engine/language/values/decimal.ts'
import type { Money as Amount } from '../../../src/engine/language/values/units.ts'
import type { Expr, Node, Screen } from '../../../src/engine/language/expressions/program.ts'
import { useFormat, useTextOf } from '../../../src/engine/state/language.ts'
import type { ScreenInstance } from '../../../src/engine/renderer/screenInstance.ts'
import { type Atom, useValue } from '../../../src/engine/state/store.ts'
import Badge from '../../../src/engine/widgets/Badge/Badge.tsx'
import Button from '../../../src/engine/widgets/Button/Button.tsx'
import Card from '../../../src/engine/widgets/Card/Card.tsx'
import ListCell from '../../../src/engine/widgets/ListCell/ListCell.tsx'
import Money from '../../../src/engine/widgets/Money/Money.tsx'
import Row from '../../../src/engine/widgets/Row/Row.tsx'
import Stack from '../../../src/engine/widgets/Stack/Stack.tsx'
import Text from '../../../src/engine/widgets/Text/Text.tsx'
import type { Pair } from '../browser-page.ts'
import { mount, Ours, screenOf, stateOf } from './host.tsx'
import { compare } from './measure.ts'
import { client } from '../../support/client.ts'

/** 20 nodes each: with the Stack around them 100 sections are 2 001, so the last has one less. */
const SECTIONS = 100
const node = (widget: string, more: Partial<Node> = {}): Node => ({ widget, sourcePath: 'x', ...more })
const t = (key: string): Expr => ['t', key]

function section(i: number): Node {
  const account: Expr = ['[]', ['.', ['@', 'data', 'wallet'], 'accounts'], i]
  return node('Card', {
    props: { gap: 'md' },
    slots: {
      children: [
        node('Row', {
          props: { justify: 'between' },
          slots: {
            children: [
              node('Text', { props: { variant: 'heading' }, exprs: { text: t(`title${i}`) } }),
              ...(i === 0 ? [] : [node('Badge', { exprs: { text: t('badge') }, props: { tone: 'up' } })]),
            ],
          },
        }),
        node('Text', {
          props: { tone: 'muted' },
          exprs: { text: ['t', 'balance', ['map', 'name', ['.', account, 'name']]] },
        }),
        node('Money', {
          exprs: {
            value: ['.', account, 'balance'],
            currency: ['.', account, 'currency'],
            hidden: ['@', 'preferences', 'hideAmounts'],
          },
        }),
        node('Row', {
          slots: {
            children: [
              node('Stack', {
                props: { gap: 'xs' },
                slots: {
                  children: [
                    node('Text', { exprs: { text: t('free') } }),
                    node('Money', { exprs: { value: ['.', account, 'free'] } }),
                  ],
                },
              }),
              node('Stack', {
                props: { gap: 'xs' },
                slots: {
                  children: [
                    node('Text', { exprs: { text: t('used') } }),
                    node('Money', { exprs: { value: ['.', account, 'used'] } }),
                  ],
                },
              }),
            ],
          },
        }),
        node('ListCell', {
          exprs: { title: t('orders'), value: ['f', 'string', ['.', account, 'orders']] },
          on: { press: [{ action: 'set', sourcePath: 'x', args: { name: 'open', value: i } }] },
        }),
        node('ListCell', { exprs: { title: t('history') } }),
        node('Text', { exprs: { text: t('open') }, visible: ['==', ['@', 'state', 'open'], i] }),
        node('Text', { exprs: { text: ['?:', ['d>', ['.', account, 'used'], '50'], t('high'), t('low')] } }),
        node('Row', {
          slots: {
            children: [
              node('Button', {
                exprs: { label: t('deposit') },
                on: { press: [{ action: 'set', sourcePath: 'x', args: { name: 'open', value: i } }] },
              }),
              node('Button', {
                props: { variant: 'secondary' },
                exprs: { label: t('withdraw') },
                on: { press: [{ action: 'set', sourcePath: 'x', args: { name: 'open', value: -1 } }] },
              }),
            ],
          },
        }),
      ],
    },
  })
}

const count = (nodes: Node[]): number =>
  nodes.reduce(
    (sum, node) => sum + 1 + Object.values(node.slots ?? {}).reduce((inner, slot) => inner + count(slot), 0),
    0,
  )

interface Account {
  name: string
  balance: Amount
  free: Amount
  used: Amount
  currency: string
  orders: number
}
interface Wallet {
  accounts: Account[]
}

/** The same screen written by hand in React, with the same widgets and the same access to the state. */
function ByHand({ state }: { state: ScreenInstance }) {
  const wallet = useValue(state.query('wallet')?.value as Atom<Wallet>)
  return (
    <Stack>
      {wallet.accounts.map((account, i) => (
        <Section key={i} i={i} account={account} state={state} />
      ))}
    </Stack>
  )
}

function Section({ i, account, state }: { i: number; account: Account; state: ScreenInstance }) {
  const t = useTextOf()
  const hidden = useValue(client.preferences.atoms.hideAmounts as Atom<boolean>)
  const open = useValue(state.state('open') as Atom<number>)
  const busy = useRef(false)
  const handlers = useMemo(() => {
    const choose = (value: number) => async () => {
      if (busy.current) return
      busy.current = true
      state.setState('open', value)
      await Promise.resolve()
      busy.current = false
    }
    return { open: choose(i), close: choose(-1), more: choose(i) }
  }, [i, state])
  return (
    <Card gap="md">
      <Row justify="between">
        <Text variant="heading" text={t(`title${i}`)} />
        {i === 0 ? null : <Badge text={t('badge')} tone="up" />}
      </Row>
      <Text tone="muted" text={t('balance', { name: account.name })} />
      <Money value={account.balance} currency={account.currency} hidden={hidden} />
      <Row>
        <Stack gap="xs">
          <Text text={t('free')} />
          <Money value={account.free} />
        </Stack>
        <Stack gap="xs">
          <Text text={t('used')} />
          <Money value={account.used} />
        </Stack>
      </Row>
      <ListCell title={t('orders')} value={String(account.orders)} onPress={handlers.more} />
      <ListCell title={t('history')} />
      {open === i ? <Text text={t('open')} /> : null}
      <Text text={compareDecimal(account.used, '50') > 0 ? t('high') : t('low')} />
      <Row>
        <Button label={t('deposit')} onPress={handlers.open} />
        <Button variant="secondary" label={t('withdraw')} onPress={handlers.close} />
      </Row>
    </Card>
  )
}

/** 500 rows with four live-free cells each. */
const list = node('Stack', {
  props: { gap: 'none' },
  slots: {
    children: [
      node('Row', {
        each: { as: 'row', in: ['.', ['@', 'data', 'market'], 'rows'], key: ['.', ['v', 'row'], 'id'] },
        props: { justify: 'between' },
        slots: {
          children: [
            node('Text', { exprs: { text: ['.', ['v', 'row'], 'name'] } }),
            node('Text', { props: { tone: 'muted' }, exprs: { text: ['f', 'date', ['.', ['v', 'row'], 'time']] } }),
            node('Money', {
              exprs: { value: ['.', ['v', 'row'], 'amount'], currency: ['.', ['v', 'row'], 'currency'] },
            }),
            node('Badge', {
              exprs: {
                text: ['f', 'enumText', 'status', ['.', ['v', 'row'], 'status']],
                tone: ['?:', ['==', ['.', ['v', 'row'], 'status'], 'done'], 'up', 'neutral'],
              },
            }),
          ],
        },
      }),
    ],
  },
})
interface Item {
  id: string
  name: string
  time: number
  amount: Amount
  currency: string
  status: string
}
const items: Item[] = Array.from({ length: 500 }, (_, i) => ({
  id: `r${i}`,
  name: `Order ${i}`,
  time: 1_700_000_000 + i,
  amount: asMoney(`${i}.25`),
  currency: 'USDT',
  status: i % 3 ? 'done' : 'open',
}))

function ListByHand({ state }: { state: ScreenInstance }) {
  const market = useValue(state.query('market')?.value as Atom<{ rows: Item[] }>)
  return (
    <Stack gap="none">
      {market.rows.map((row) => (
        <ItemRow key={row.id} row={row} />
      ))}
    </Stack>
  )
}
const ItemRow = memo(function ItemRow({ row }: { row: Item }) {
  const t = useTextOf()
  const format = useFormat()
  return (
    <Row justify="between">
      <Text text={row.name} />
      <Text tone="muted" text={format.date(row.time)} />
      <Money value={row.amount} currency={row.currency} />
      <Badge text={t(`status.${row.status}`)} tone={row.status === 'done' ? 'up' : 'neutral'} />
    </Row>
  )
})

/** Compares mounting a tree and a list with hand-written React. Throws unless both draw the same HTML. */
export async function run(): Promise<Pair[]> {
  client.language.apply('en', {
    badge: 'Live',
    balance: 'Balance of {{name}}',
    free: 'Available',
    used: 'Used',
    orders: 'Orders',
    history: 'History',
    open: 'Open',
    high: 'High',
    low: 'Low',
    deposit: 'Deposit',
    withdraw: 'Withdraw',
    'status.done': 'Done',
    'status.open': 'Open',
    'ui.busy': 'Busy',
    ...Object.fromEntries(Array.from({ length: SECTIONS }, (_, i) => [`title${i}`, `Account ${i}`])),
  })
  const body = [node('Stack', { slots: { children: Array.from({ length: SECTIONS }, (_, i) => section(i)) } })]
  const nodes = count(body)
  const wallet = {
    accounts: Array.from({ length: SECTIONS }, (_, i) => ({
      name: `Account ${i}`,
      balance: `${i * 1000}.55`,
      free: `${i * 10}.5`,
      used: String(i),
      currency: 'USDT',
      orders: i,
    })),
  }
  const define: Partial<Screen> = { state: { open: 3 }, queries: { wallet: { call: 'wallet' } } }
  const screen = screenOf(body, define)
  const fresh = () => stateOf(screen, { wallet }).state
  let reference = ''
  const same = ({ innerHTML }: HTMLElement) => {
    const plain = innerHTML.replaceAll(/ (id|aria-labelledby)="[^"]*"/g, '')
    reference ||= plain
    if (plain !== reference)
      throw new Error(`the two draw different things:\n${plain.slice(0, 3000)}\n${reference.slice(0, 3000)}`)
  }
  const text = JSON.stringify(body)
  const parsed: Node[][] = []
  const first = () => screenOf(parsed.pop() ?? [], define)
  const pairs = [
    await compare(
      `mount a tree of ${nodes} nodes`,
      40,
      () => mount(() => <Ours state={fresh()} />, same),
      () => mount(() => <ByHand state={fresh()} />, same),
    ),
    await compare(
      `the same, seen for the first time`,
      40,
      () => {
        parsed.push(JSON.parse(text) as Node[])
        const state = stateOf(first(), { wallet }).state
        return mount(() => <Ours state={state} />, same)
      },
      () => mount(() => <ByHand state={fresh()} />, same),
    ),
  ]
  reference = ''
  const rows = screenOf([list], { queries: { market: { call: 'market' } } })
  const market = { rows: items }
  pairs.push(
    await compare(
      'mount a list of 500 rows, all drawn',
      60,
      () => mount(() => <Ours state={stateOf(rows, { market }).state} />, same),
      () => mount(() => <ListByHand state={stateOf(rows, { market }).state} />, same),
    ),
  )
  return pairs
}
