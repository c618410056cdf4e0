import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';
import { pressed } from './pressed.ts';

/** The release, as the server reads it, and the build number if one is given. */
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
  version: string;
};
const BUILD = process.env['BUILD_ID'] ? `${version}+${process.env['BUILD_ID']}` : version;

/** The proxy target of the development server. */
const API = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:8080';

/** Parts of antd that no list needs; no other part may import them, or chunks would be circular. */
const RARE =
  /(antd[\\/]es|@rc-component)[\\/](table(?![\\/]TableMeasureRowContext)|tabs|tree|tree-select|descriptions|steps|upload|transfer|cascader|calendar|carousel|image|mentions|qr-code|qrcode|rate|splitter|statistic|tour|timeline|typography|card|list|avatar|badge|alert|result)[\\/](?!.*locale)/;

/** Parts of antd that forms need and lists do not; under the same rule. */
const IN_FORMS =
  /(antd[\\/]es|@rc-component)[\\/](radio|input-number|mini-decimal|switch|segmented|drawer)[\\/](?!.*locale)/;

const dependency = (name: string) => new RegExp(`node_modules[\\/](${name})[\\/]`);
const kit = (parts: string) => new RegExp(`console[\\/]src[\\/]kit[\\/](${parts})`);

/**
 * Chunks by purpose, so that a screen's file holds only the screen: shared modules are never inlined into their first user.
 * Higher priority takes a module first.
 */
const GROUPS = [
  { name: 'charts', test: dependency('echarts|zrender'), priority: 90 },
  { name: 'react', test: dependency('react|react-dom|scheduler'), priority: 80 },
  {
    name: 'dates',
    test: /(antd[\\/]es[\\/](date-picker|time-picker)|@rc-component[\\/]picker)[\\/](?!.*locale)/,
    priority: 70,
  },
  { name: 'antd-rare', test: RARE, priority: 60 },
  { name: 'antd-form', test: IN_FORMS, priority: 60 },
  { name: 'shell', test: /node_modules/, tags: ['$initial' as const], priority: 55 },
  { name: 'antd', test: /node_modules/, priority: 50 },
  {
    name: 'bulk',
    test: kit('bulk[\\/](?!BulkBar|FilledBar|bulk.css|cardSource)|CardPicker|UploadField|upload[\\/]'),
    priority: 40,
  },
  { name: 'import', test: kit('import[\\/]|saveFile'), priority: 40 },
  { name: 'sheet-import', test: kit('sheetImport[\\/]'), priority: 40 },
  { name: 'chart', test: kit('ChartCard|chart[\\/](?!canvas)'), priority: 40 },
  { name: 'detail', test: kit('DetailTabs|DetailSheet|Panel|detailTabs|panel'), priority: 40 },
  { name: 'form', test: kit('form[\\/](?!TimeInput)'), priority: 40 },
  {
    name: 'list',
    test: kit(
      'list[\\/](?!ColumnSettings)|bulk[\\/]BulkBar|filters(?![\\/]ImportBatchName)|table[\\/](?!CardRows)|export[\\/](useExports|exportGuard)|listState|preferences|change',
    ),
    priority: 40,
  },
  { name: 'list', test: kit('formProblems|Field'), priority: 40 },
  { name: 'reads', test: kit('useRead|usePicture'), priority: 45 },
  // The frame of every screen after sign-in: one file instead of twenty.
  {
    name: 'frame',
    test: /console[\\/]src[\\/](shell[\\/](TaskTray|help[\\/](HelpButton|helpWords)|NoticeBell|NoticeText|ConnectionState|FaultBadge|CountBadge|liveStream|taskPace|undoLink|tray|notices))/,
    priority: 45,
  },
  {
    name: (id: string) => `manual-${/manual[\\/](\w+)/.exec(id)?.[1]}`,
    test: /docs[\\/]manual[\\/]\w+[\\/][\w-]+\.md/,
    priority: 44,
  },
  // What «?» opens: loaded with the first question.
  {
    name: 'help',
    test: /console[\\/]src[\\/]shell[\\/]help[\\/](?!ManualSheet|manual|GuidedTour|TourOffer|tour)/,
    priority: 44,
  },
  { name: 'ui', test: /packages[\\/]ui[\\/]src[\\/](?!AntdLook|Sheet|theme)/, priority: 30 },
  // The country's outline is loaded with the first map.
  { name: 'outline', test: /primitives[\\/]src[\\/]outlines/, priority: 50 },
  // The contract: labels, endpoints, rules. One chunk for the shell, the rest by room.
  { name: 'facts', test: /packages[\\/](contract|primitives)[\\/]src/, tags: ['$initial' as const], priority: 20 },
  // The login page does not wait for the contract of other screens.
  {
    name: 'facts-login',
    test: /contract[\\/]src[\\/](api[\\/]identity|framework[\\/]issues|enumerations[\\/](customer|identity))\.ts|primitives[\\/]src[\\/](account|clock|commonPasswords|email|idCard|list|password|phone|string|time|typing|zone)\.ts/,
    priority: 15,
  },
  // Card details and batch actions: no list waits for them.
  {
    name: 'api-card',
    test: /contract[\\/]src[\\/]api[\\/](cardViews[\\/]cardDetail|cardLookups[\\/](cardByHand|lineReading|realName)|carrierSync[\\/]sessions|cards[\\/](timeMachine|history))\.ts/,
    priority: 12,
  },
  {
    name: 'api-cards-more',
    test: /contract[\\/]src[\\/]api[\\/](cardLookups[\\/](positioning|onlineLookups)|cardImports[\\/](importSources|imports)|cardCommands[\\/]plans|cardViews[\\/](readonlyCards|search))\.ts/,
    priority: 12,
  },
  // What only the screens of settings ask: no list waits for it.
  {
    name: 'api-settings-more',
    test: /contract[\\/]src[\\/]api[\\/]settings[\\/](countries|guides|loginBackgrounds)\.ts/,
    priority: 12,
  },
  // Card actions are declared by their rooms and need refusals of some others; the rest of those rooms is in chunks of their own.
  {
    name: 'api-cards',
    test: /contract[\\/]src[\\/]api[\\/](\w+[\\/](batchActions|sharedParameters|whiteList)|(cardAllocations|engines|ledger|orders)[\\/]refusals)\.ts/,
    priority: 12,
  },
  // How an amount is written: forms of customers need no more of that room.
  { name: 'api-customers', test: /contract[\\/]src[\\/]api[\\/]customerAccounts[\\/]amounts\.ts/, priority: 12 },
  {
    // Selections and commands share fields and one chunk, with what lists ask about their cards.
    name: (id: string) =>
      /cardOffers/.test(id)
        ? 'api-cards'
        : `api-${/api[\\/]([^\\/.]+)/.exec(id)?.[1]?.replace(/^card(Batches|Commands)$/, 'cards') ?? 'other'}`,
    test: /contract[\\/]src[\\/]api[\\/]/,
    priority: 10,
  },
  // What a few screens say: every enumeration that no list of cards and no form of customers says.
  {
    name: 'facts-few',
    test: /contract[\\/]src[\\/]enumerations[\\/](?!(cardWallet|esim|message|money|product|settlement|switches)\.ts)/,
    priority: 8,
  },
  // What is known of files and number segments: read when one is chosen.
  {
    name: 'facts-files',
    test: /primitives[\\/]src[\\/](file|film|formKinds|image|segment|sha256)\.ts/,
    priority: 8,
  },
  // What operations were done on, by name: said by their log alone.
  { name: 'facts-log', test: /contract[\\/]src[\\/]operationObjects\.ts/, priority: 8 },
  // Every permission by name: asked for where roles are made.
  {
    name: 'facts-permissions',
    test: /contract[\\/]src[\\/]permissions[\\/](accounts|cardsManagement|catalogue|esim|packages|suitsKind|system|work)\.ts/,
    priority: 8,
  },
  { name: 'facts-carriers', test: /contract[\\/]src[\\/]carrierProfiles[\\/]/, priority: 8 },
  { name: 'facts-more', test: /packages[\\/](contract|primitives)[\\/]src/, priority: 5 },
];

/** What the entry loads itself: no screen has to name it among what it loads beforehand. */
export const LOADED_WITH_ENTRY =
  /assets\/(rolldown-runtime|facts|shell|react|ui|languageChoice|idempotencyKey|call|navigation|tags|faultReports)-[\w-]{8}\.(js|css)$/;

const CONFIG: UserConfig = {
  root: import.meta.dirname,
  plugins: [react(), pressed()],
  define: { 'import.meta.env.VITE_BUILD': JSON.stringify(BUILD) },
  build: {
    target: 'es2023',
    manifest: true,
    // Source maps are neither referenced nor served: the error log uses them to resolve stacks.
    sourcemap: 'hidden',
    chunkSizeWarningLimit: 1200,
    modulePreload: { resolveDependencies: (_, files) => files.filter((file) => !LOADED_WITH_ENTRY.test(file)) },
    rolldownOptions: {
      preserveEntrySignatures: 'allow-extension',
      output: {
        codeSplitting: { includeDependenciesRecursively: false, groups: GROUPS },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(
      ['/api', '/files', '/openapi', '/healthz', '/readyz'].map((path) => [path, { target: API, changeOrigin: false }]),
    ),
  },
};

export default defineConfig(({ command }) => {
  // Whatever runs it, in whichever mode: React's development code is several times as large.
  if (command === 'build') process.env['NODE_ENV'] = 'production';
  return CONFIG;
});
