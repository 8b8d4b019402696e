import type { LucideIcon } from 'lucide-react'
import ArrowDownLeft from 'lucide-react/icons/arrow-down-left'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import ArrowRight from 'lucide-react/icons/arrow-right'
import ArrowUpDown from 'lucide-react/icons/arrow-up-down'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import Bell from 'lucide-react/icons/bell'
import ChartCandlestick from 'lucide-react/icons/chart-candlestick'
import ChartLine from 'lucide-react/icons/chart-line'
import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import Globe from 'lucide-react/icons/globe'
import HandCoins from 'lucide-react/icons/hand-coins'
import Headset from 'lucide-react/icons/headset'
import House from 'lucide-react/icons/house'
import Inbox from 'lucide-react/icons/inbox'
import Info from 'lucide-react/icons/info'
import Landmark from 'lucide-react/icons/landmark'
import Lock from 'lucide-react/icons/lock'
import Megaphone from 'lucide-react/icons/megaphone'
import Newspaper from 'lucide-react/icons/newspaper'
import Pause from 'lucide-react/icons/pause'
import PiggyBank from 'lucide-react/icons/piggy-bank'
import Play from 'lucide-react/icons/play'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Search from 'lucide-react/icons/search'
import Settings from 'lucide-react/icons/settings'
import Star from 'lucide-react/icons/star'
import User from 'lucide-react/icons/user'
import Wallet from 'lucide-react/icons/wallet'
import X from 'lucide-react/icons/x'
import type { EagerIconName } from './icons.ts'

/** The icons of the tabs, of Home and of the login, and those used inside widgets. */
export const eagerIcons: Record<EagerIconName, LucideIcon> = {
  'arrow-down-left': ArrowDownLeft,
  'arrow-left-right': ArrowLeftRight,
  'arrow-right': ArrowRight,
  'arrow-up-down': ArrowUpDown,
  'arrow-up-right': ArrowUpRight,
  bell: Bell,
  'chart-candlestick': ChartCandlestick,
  'chart-line': ChartLine,
  check: Check,
  'chevron-down': ChevronDown,
  'chevron-left': ChevronLeft,
  'chevron-right': ChevronRight,
  'circle-alert': CircleAlert,
  'circle-check': CircleCheck,
  'circle-question-mark': CircleQuestionMark,
  eye: Eye,
  'eye-off': EyeOff,
  globe: Globe,
  'hand-coins': HandCoins,
  headset: Headset,
  house: House,
  inbox: Inbox,
  info: Info,
  landmark: Landmark,
  lock: Lock,
  megaphone: Megaphone,
  newspaper: Newspaper,
  pause: Pause,
  'piggy-bank': PiggyBank,
  play: Play,
  'refresh-cw': RefreshCw,
  search: Search,
  settings: Settings,
  star: Star,
  user: User,
  wallet: Wallet,
  x: X,
}
