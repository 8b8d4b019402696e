import type { Handlers } from './api/handler.ts'
import captchaSlide from './calls/captcha/slide.ts'
import cashlistLog from './calls/cashlist/log.ts'
import chargelistLog from './calls/chargelist/log.ts'
import coinCancel from './calls/coin/cancel.ts'
import coinDetail from './calls/coin/detail.ts'
import coinInfo from './calls/coin/info.ts'
import coinList from './calls/coin/list.ts'
import coinQuote from './calls/coin/quote.ts'
import coinTrade from './calls/coin/trade.ts'
import currencyHours from './calls/currency/hours.ts'
import currencyNewTimeshar from './calls/currency/new_timeshar.ts'
import currencyQuotationNew from './calls/currency/quotation_new.ts'
import currencyWhkdata from './calls/currency/whkdata.ts'
import currencyWhlist from './calls/currency/whlist.ts'
import getareacode from './calls/getareacode.ts'
import leverCancel from './calls/lever/cancel.ts'
import leverClose from './calls/lever/close.ts'
import leverDeal from './calls/lever/deal.ts'
import leverDealall from './calls/lever/dealall.ts'
import leverMyTrade from './calls/lever/my_trade.ts'
import leverMyWhTrade from './calls/lever/my_wh_trade.ts'
import leverOrder from './calls/lever/order.ts'
import leverOrders from './calls/lever/orders.ts'
import leverQuote from './calls/lever/quote.ts'
import leverSetstop from './calls/lever/setstop.ts'
import leverStopQuote from './calls/lever/stop_quote.ts'
import leverSubmit from './calls/lever/submit.ts'
import leverWhclose from './calls/lever/whclose.ts'
import leverWhsubmit from './calls/lever/whsubmit.ts'
import lhDeposit from './calls/lh/deposit.ts'
import lhDepositCancel from './calls/lh/deposit/cancel.ts'
import lhDepositCancelQuote from './calls/lh/deposit/cancel_quote.ts'
import lhDepositConfig from './calls/lh/deposit/config.ts'
import lhDepositOrder from './calls/lh/deposit/order.ts'
import lhDepositOrdersum from './calls/lh/deposit/ordersum.ts'
import lhDepositQuote from './calls/lh/deposit/quote.ts'
import lhDepositRecords from './calls/lh/deposit/records.ts'
import lhLoanConfig from './calls/lh/loan/config.ts'
import lhLoanOrder from './calls/lh/loan/order.ts'
import lhLoanQuote from './calls/lh/loan/quote.ts'
import lhLoanRepayQuote from './calls/lh/loan/repay_quote.ts'
import lhLoanRepayment from './calls/lh/loan/repayment.ts'
import lhLoanRepayments from './calls/lh/loan/repayments.ts'
import lhLoanStatistics from './calls/lh/loan/statistics.ts'
import lhLoanSubmit from './calls/lh/loan/submit.ts'
import lhWhBzhlList from './calls/lh/wh_bzhl_list.ts'
import microtradeLists from './calls/microtrade/lists.ts'
import microtradeOrder from './calls/microtrade/order.ts'
import microtradePayableCurrencies from './calls/microtrade/payable_currencies.ts'
import microtradeQuote from './calls/microtrade/quote.ts'
import microtradeSeconds from './calls/microtrade/seconds.ts'
import microtradeSubmit from './calls/microtrade/submit.ts'
import microtradeWhlists from './calls/microtrade/whlists.ts'
import microtradeWhsubmit from './calls/microtrade/whsubmit.ts'
import newsDetail from './calls/news/detail.ts'
import newsGetkf from './calls/news/getkf.ts'
import newsList from './calls/news/list.ts'
import project from './calls/project.ts'
import projectDetail from './calls/project/detail.ts'
import projectOrder from './calls/project/order.ts'
import projectOrderDetail from './calls/project/order_detail.ts'
import projectOrders from './calls/project/orders.ts'
import projectQuote from './calls/project/quote.ts'
import projectRedeem from './calls/project/redeem.ts'
import projectRedeemQuote from './calls/project/redeem_quote.ts'
import projectSummary from './calls/project/summary.ts'
import safeEmail from './calls/safe/email.ts'
import safeGoogle from './calls/safe/google.ts'
import safePayPassword from './calls/safe/pay_password.ts'
import safePayVerify from './calls/safe/pay_verify.ts'
import safeUpdatePassword from './calls/safe/update_password.ts'
import setCities from './calls/set/cities.ts'
import setLang from './calls/set/lang.ts'
import smsMail from './calls/sms_mail.ts'
import smsSendD from './calls/sms_send_d.ts'
import status from './calls/status.ts'
import tradeAccess from './calls/trade/access.ts'
import tradeActivate from './calls/trade/activate.ts'
import upload from './calls/upload.ts'
import userAddressreg from './calls/user/addressreg.ts'
import userCashDel from './calls/user/cash_del.ts'
import userCashInfo from './calls/user/cash_info.ts'
import userCashSave from './calls/user/cash_save.ts'
import userDatastatistics from './calls/user/datastatistics.ts'
import userDemoRefill from './calls/user/demo_refill.ts'
import userForget from './calls/user/forget.ts'
import userGetrealinfo from './calls/user/getrealinfo.ts'
import userInfo from './calls/user/info.ts'
import userInvite from './calls/user/invite.ts'
import userLogin from './calls/user/login.ts'
import userLoginCode from './calls/user/login_code.ts'
import userLogout from './calls/user/logout.ts'
import userMessageDetail from './calls/user/message_detail.ts'
import userMessageRead from './calls/user/message_read.ts'
import userRealName from './calls/user/real_name.ts'
import userRegister from './calls/user/register.ts'
import userSessions from './calls/user/sessions.ts'
import userSessionsEnd from './calls/user/sessions_end.ts'
import userSwitchAccount from './calls/user/switch_account.ts'
import userUsermessage from './calls/user/usermessage.ts'
import walletCancel from './calls/wallet/cancel.ts'
import walletChargeInfo from './calls/wallet/charge_info.ts'
import walletChargeReq from './calls/wallet/charge_req.ts'
import walletDetail from './calls/wallet/detail.ts'
import walletFlashAgainst from './calls/wallet/flashAgainst.ts'
import walletFlashAgainstList from './calls/wallet/flashAgainstList.ts'
import walletFlashQuote from './calls/wallet/flash_quote.ts'
import walletGetInAddress from './calls/wallet/get_in_address.ts'
import walletGetInfo from './calls/wallet/get_info.ts'
import walletList from './calls/wallet/list.ts'
import walletMyFlashAgainstList from './calls/wallet/myFlashAgainstList.ts'
import walletOut from './calls/wallet/out.ts'
import walletOutInfo from './calls/wallet/out_info.ts'
import walletOutQuote from './calls/wallet/out_quote.ts'
import walletOutcome from './calls/wallet/outcome.ts'
import walletTransfer from './calls/wallet/transfer.ts'
import walletTransferInfo from './calls/wallet/transfer_info.ts'
import walletTransfers from './calls/wallet/transfers.ts'

/** The handler of every call of the contract. */
export const handlers: Handlers = {
  'captcha/slide': captchaSlide,
  'cashlist/log': cashlistLog,
  'chargelist/log': chargelistLog,
  'coin/cancel': coinCancel,
  'coin/detail': coinDetail,
  'coin/info': coinInfo,
  'coin/list': coinList,
  'coin/quote': coinQuote,
  'coin/trade': coinTrade,
  'currency/hours': currencyHours,
  'currency/new_timeshar': currencyNewTimeshar,
  'currency/quotation_new': currencyQuotationNew,
  'currency/whkdata': currencyWhkdata,
  'currency/whlist': currencyWhlist,
  getareacode,
  'lever/cancel': leverCancel,
  'lever/close': leverClose,
  'lever/deal': leverDeal,
  'lever/dealall': leverDealall,
  'lever/my_trade': leverMyTrade,
  'lever/my_wh_trade': leverMyWhTrade,
  'lever/order': leverOrder,
  'lever/orders': leverOrders,
  'lever/quote': leverQuote,
  'lever/setstop': leverSetstop,
  'lever/stop_quote': leverStopQuote,
  'lever/submit': leverSubmit,
  'lever/whclose': leverWhclose,
  'lever/whsubmit': leverWhsubmit,
  'lh/deposit': lhDeposit,
  'lh/deposit/cancel': lhDepositCancel,
  'lh/deposit/cancel_quote': lhDepositCancelQuote,
  'lh/deposit/config': lhDepositConfig,
  'lh/deposit/order': lhDepositOrder,
  'lh/deposit/ordersum': lhDepositOrdersum,
  'lh/deposit/quote': lhDepositQuote,
  'lh/deposit/records': lhDepositRecords,
  'lh/loan/config': lhLoanConfig,
  'lh/loan/order': lhLoanOrder,
  'lh/loan/quote': lhLoanQuote,
  'lh/loan/repay_quote': lhLoanRepayQuote,
  'lh/loan/repayment': lhLoanRepayment,
  'lh/loan/repayments': lhLoanRepayments,
  'lh/loan/statistics': lhLoanStatistics,
  'lh/loan/submit': lhLoanSubmit,
  'lh/wh_bzhl_list': lhWhBzhlList,
  'microtrade/lists': microtradeLists,
  'microtrade/order': microtradeOrder,
  'microtrade/payable_currencies': microtradePayableCurrencies,
  'microtrade/quote': microtradeQuote,
  'microtrade/seconds': microtradeSeconds,
  'microtrade/submit': microtradeSubmit,
  'microtrade/whlists': microtradeWhlists,
  'microtrade/whsubmit': microtradeWhsubmit,
  'news/detail': newsDetail,
  'news/getkf': newsGetkf,
  'news/list': newsList,
  project,
  'project/detail': projectDetail,
  'project/order': projectOrder,
  'project/order_detail': projectOrderDetail,
  'project/orders': projectOrders,
  'project/quote': projectQuote,
  'project/redeem': projectRedeem,
  'project/redeem_quote': projectRedeemQuote,
  'project/summary': projectSummary,
  'safe/email': safeEmail,
  'safe/google': safeGoogle,
  'safe/pay_password': safePayPassword,
  'safe/pay_verify': safePayVerify,
  'safe/update_password': safeUpdatePassword,
  'set/cities': setCities,
  'set/lang': setLang,
  sms_mail: smsMail,
  sms_send_d: smsSendD,
  status,
  'trade/access': tradeAccess,
  'trade/activate': tradeActivate,
  upload,
  'user/addressreg': userAddressreg,
  'user/cash_del': userCashDel,
  'user/cash_info': userCashInfo,
  'user/cash_save': userCashSave,
  'user/datastatistics': userDatastatistics,
  'user/demo_refill': userDemoRefill,
  'user/forget': userForget,
  'user/getrealinfo': userGetrealinfo,
  'user/info': userInfo,
  'user/invite': userInvite,
  'user/login': userLogin,
  'user/login_code': userLoginCode,
  'user/logout': userLogout,
  'user/message_detail': userMessageDetail,
  'user/message_read': userMessageRead,
  'user/real_name': userRealName,
  'user/register': userRegister,
  'user/sessions': userSessions,
  'user/sessions_end': userSessionsEnd,
  'user/switch_account': userSwitchAccount,
  'user/usermessage': userUsermessage,
  'wallet/cancel': walletCancel,
  'wallet/charge_info': walletChargeInfo,
  'wallet/charge_req': walletChargeReq,
  'wallet/detail': walletDetail,
  'wallet/flashAgainst': walletFlashAgainst,
  'wallet/flashAgainstList': walletFlashAgainstList,
  'wallet/flash_quote': walletFlashQuote,
  'wallet/get_in_address': walletGetInAddress,
  'wallet/get_info': walletGetInfo,
  'wallet/list': walletList,
  'wallet/myFlashAgainstList': walletMyFlashAgainstList,
  'wallet/out': walletOut,
  'wallet/out_info': walletOutInfo,
  'wallet/out_quote': walletOutQuote,
  'wallet/outcome': walletOutcome,
  'wallet/transfer': walletTransfer,
  'wallet/transfer_info': walletTransferInfo,
  'wallet/transfers': walletTransfers,
}
