import type { OperatorServer } from '../../generated/operator.ts'
import type { Unbranded } from '../../core/units.ts'

/** Default offers; the operator's file overrides them. */
export const PROJECTS: Unbranded<OperatorServer['projects']> = [
  {
    id: 'weekly',
    names: { en: 'Weekly saver', 'zh-Hans': '七日增利', 'zh-Hant': '七日增利', ja: '7日プラン', ko: '7일 플랜', de: '7-Tage-Plan', fr: 'Épargne 7 jours', es: 'Ahorro semanal', pt: 'Poupança semanal', ar: 'ادخار أسبوعي' },
    currency: 'USDT', rate: '0.02', days: 7, minimum: '100', maximum: '10000', state: 'open', early: { cost: '0', interest: 'kept' },
  },
  {
    id: 'monthly',
    names: { en: 'Monthly saver', 'zh-Hans': '月月增利', 'zh-Hant': '月月增利', ja: '30日プラン', ko: '30일 플랜', de: '30-Tage-Plan', fr: 'Épargne 30 jours', es: 'Ahorro mensual', pt: 'Poupança mensal', ar: 'ادخار شهري' },
    currency: 'USDT', rate: '0.035', days: 30, minimum: '200', maximum: '50000', state: 'open', early: { cost: '0.5', interest: 'kept' },
  },
  {
    id: 'quarterly',
    names: { en: 'Quarter plus', 'zh-Hans': '季度优享', 'zh-Hant': '季度優享', ja: '90日プラン', ko: '90일 플랜', de: '90-Tage-Plan', fr: 'Trimestre Plus', es: 'Trimestre Plus', pt: 'Trimestre Plus', ar: 'ربع سنوي بلس' },
    currency: 'USDT', rate: '0.05', days: 90, minimum: '500', maximum: '100000', state: 'open', early: { cost: '1', interest: 'forfeited' },
  },
  {
    id: 'yearly',
    names: { en: 'Year fixed', 'zh-Hans': '年度定享', 'zh-Hant': '年度定享', ja: '365日プラン', ko: '365일 플랜', de: '365-Tage-Plan', fr: 'Un an fixe', es: 'Un año fijo', pt: 'Um ano fixo', ar: 'سنة ثابتة' },
    currency: 'USDT', rate: '0.06', days: 365, minimum: '100', maximum: '200000', state: 'open', early: null,
  },
  {
    id: 'bitcoin',
    names: { en: 'Bitcoin keeper', 'zh-Hans': '比特币托管', 'zh-Hant': '比特幣託管', ja: 'ビットコイン 60日', ko: '비트코인 60일', de: 'Bitcoin-Plan', fr: 'Garde Bitcoin', es: 'Guarda Bitcoin', pt: 'Guarda Bitcoin', ar: 'حفظ بيتكوين' },
    currency: 'BTC', rate: '0.01', days: 60, minimum: '0.001', maximum: '5', state: 'open', early: { cost: '0.25', interest: 'kept' },
  },
  {
    id: 'half-year',
    names: { en: 'Half year', 'zh-Hans': '半年优享', 'zh-Hant': '半年優享', ja: '180日プラン', ko: '180일 플랜', de: '180-Tage-Plan', fr: 'Six mois', es: 'Medio año', pt: 'Meio ano', ar: 'نصف سنة' },
    currency: 'USDT', rate: '0.055', days: 180, minimum: '500', maximum: '100000', state: 'paused', early: { cost: '1', interest: 'kept' },
  },
  {
    id: 'opening',
    names: { en: 'Opening offer', 'zh-Hans': '开业特惠', 'zh-Hant': '開業特惠', ja: '開設記念プラン', ko: '오픈 기념 플랜', de: 'Startangebot', fr: 'Offre d’ouverture', es: 'Oferta de apertura', pt: 'Oferta de abertura', ar: 'عرض الافتتاح' },
    currency: 'USDT', rate: '0.1', days: 14, minimum: '100', maximum: '1000', state: 'ended', early: null,
  },
]
