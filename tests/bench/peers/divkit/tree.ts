import { amountsOf, SECTIONS } from '../../interaction/facts.ts'
import { group, page, press, setVariable, text } from './page.ts'

const number = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** The tree by DivKit: the groups and lines of the measured screen as containers and texts. */
page(() => ({
  div: group(
    'vertical',
    Array.from({ length: SECTIONS }, (_, i) => {
      const { balance, free, used } = amountsOf(i)
      const choose = setVariable('open', String(i))
      const amount = (value: string, unit = '') => text(`${number.format(Number(value))}${unit}`)
      return group(
        'vertical',
        [
          group('horizontal', [text(`Account ${i}`), ...(i > 0 ? [text('Live')] : [])]),
          text(`Balance of Account ${i}`),
          amount(balance, ' USDT'),
          group('horizontal', [
            group('vertical', [text('Available'), amount(free)]),
            group('vertical', [text('Used'), amount(used)]),
          ]),
          press(`Orders ${i}`, choose),
          text('History'),
          text('Open', { visibility: `@{open == ${i} ? 'visible' : 'gone'}` }),
          text('Low'),
          group('horizontal', [press('Deposit', choose), press('Withdraw', choose)]),
        ],
        { border: { stroke: { color: '#333333', width: 1 } }, paddings: { left: 12, right: 12, top: 12, bottom: 12 } },
      )
    }),
  ),
  variables: [{ name: 'open', type: 'integer', value: 3 }],
}))
