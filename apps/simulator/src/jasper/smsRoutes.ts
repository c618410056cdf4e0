import * as z from 'zod';
import type { SmsMessage } from '../cardWorld/cardEvents.ts';
import { rowOf } from './deviceRoutes.ts';
import type { JasperCarrier } from './jasperCarrier.ts';
import { vendorDate } from './vendorDates.ts';
import { badRequest, notFound } from './wireErrors.ts';
import {
  momentParam,
  ok,
  page,
  pagingOf,
  param,
  type Query,
  requiredMoment,
  type WireRequest,
  type WireRoute,
} from './wireRequest.ts';

const ENCODINGS = ['LITERAL', 'BASE64'] as const;
/** The longest text by `dataCoding`, and when none is given. */
const LONGEST: Readonly<Record<string, number>> = { '0': 160, '1': 160, '3': 160, '4': 140, '8': 70 };
const LONGEST_UNSPECIFIED = 320;

const smsBody = z.object({
  messageText: z.string(),
  messageEncoding: z.enum(ENCODINGS).default('LITERAL'),
  dataCoding: z.coerce.string().optional(),
  tpvp: z.coerce.number().int().min(0).max(255).optional(),
  // Read and ignored: the callbacks of the real one are not publicly documented.
  callbackParam: z.object({ callbackType: z.string().optional(), callbackUrl: z.string().optional() }).optional(),
});

export function smsRoutes(carrier: JasperCarrier): WireRoute[] {
  return [
    {
      name: 'sendSms',
      method: 'POST',
      path: '/devices/:iccid/smsMessages',
      handle: (request) => ok(sendSms(carrier, request)),
    },
    { name: 'searchSms', method: 'GET', path: '/smsMessages', handle: (request) => ok(searchSms(carrier, request)) },
    {
      name: 'getSms',
      method: 'GET',
      path: '/smsMessages/:smsMsgId',
      handle: (request) => ok(smsDetails(carrier, request)),
    },
  ];
}

function sendSms(carrier: JasperCarrier, request: WireRequest) {
  const row = rowOf(carrier, request);
  const read = smsBody.safeParse(request.body);
  if (!read.success) throw badRequest(`Invalid ${read.error.issues[0]?.path.join('.') || 'request body'}`);
  const { messageText, messageEncoding, dataCoding } = read.data;
  if (dataCoding !== undefined && LONGEST[dataCoding] === undefined)
    throw badRequest('dataCoding must be 0, 1, 3, 4 or 8');
  const text = messageEncoding === 'BASE64' ? Buffer.from(messageText, 'base64').toString('utf8') : messageText;
  const longest = dataCoding === undefined ? LONGEST_UNSPECIFIED : LONGEST[dataCoding]!;
  if (text.length === 0) throw badRequest('messageText is required');
  if (text.length > longest) throw badRequest(`messageText must not be longer than ${longest}`);
  if (request.times === 'never') return { smsMsgId: carrier.world.nextMessageId() };
  const message = carrier.sendSms(row, text, request.account.username, request.times === 'once' ? 1 : 2);
  return { smsMsgId: message.id };
}

function searchSms(carrier: JasperCarrier, request: WireRequest) {
  const { query, account } = request;
  const fromMs = requiredMoment(query, 'fromDate');
  const toMs = momentParam(query, 'toDate') ?? Number.POSITIVE_INFINITY;
  const type = param(query, 'msgType');
  if (type !== undefined && type !== 'MO' && type !== 'MT') throw badRequest('msgType must be MO or MT');
  const accountId = param(query, 'accountId');
  if (accountId !== undefined && accountId !== account.accountId)
    throw badRequest('accountId is not an account of this user');
  const iccid = param(query, 'iccid');
  const paging = pagingOf(query);
  const found = [...carrier.world.messages.values()].filter(
    (message) =>
      isOf(carrier, request, message) &&
      message.atMs >= fromMs &&
      message.atMs <= toMs &&
      (type === undefined || message.direction === type) &&
      (iccid === undefined || message.iccid === iccid),
  );
  const { pageNumber, rows, lastPage } = page(found, paging);
  return { smsMsgIds: rows.map(({ id }) => id), pageNumber, lastPage };
}

function smsDetails(carrier: JasperCarrier, request: WireRequest) {
  const message = carrier.world.messages.get(Number(request.params['smsMsgId']));
  if (!message || !isOf(carrier, request, message)) throw notFound();
  const isSent = message.direction === 'MT';
  const { msisdn } = carrier.world.numbers(carrier.world.devices.rowOf(message.iccid)!);
  const arrived = carrier.smsStatus(message) !== 'Pending';
  return {
    smsMsgId: message.id,
    status: carrier.smsStatus(message),
    messageText: encoded(message.text, request.query),
    senderLogin: message.sender,
    iccid: message.iccid,
    sentTo: isSent ? msisdn : 'Server',
    sentFrom: isSent ? 'Server' : msisdn,
    msgType: message.direction,
    dateSent: vendorDate(message.atMs),
    dateReceived: arrived && message.outcome !== 'Failed' ? vendorDate(message.atMs) : null,
    dateAdded: vendorDate(message.atMs),
    dateModified: vendorDate(message.atMs),
  };
}

function isOf(carrier: JasperCarrier, { account }: WireRequest, message: SmsMessage): boolean {
  const row = carrier.world.devices.rowOf(message.iccid);
  return row !== undefined && carrier.world.devices.account(row) === account.place;
}

function encoded(text: string, query: Query): string {
  const encoding = param(query, 'messageEncoding') ?? 'LITERAL';
  if (encoding !== 'LITERAL' && encoding !== 'BASE64') throw badRequest('messageEncoding must be LITERAL or BASE64');
  return encoding === 'BASE64' ? Buffer.from(text, 'utf8').toString('base64') : text;
}
