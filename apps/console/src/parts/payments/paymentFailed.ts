import { text } from '@cardinal/primitives/text.ts';

export const paymentFailed = text('支付单加载失败', 'Failed to load the payment');
