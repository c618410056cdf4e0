import { subject } from './subject.ts';

export const ESIM_PERMISSIONS = [
  ...subject('esim', 'eSIM卡', 'eSIM cards', ['view', 'edit', 'export', 'retry'], {
    download: ['eSIM下载与写号', 'Download profiles and write numbers'],
    enable: ['eSIM启用', 'Enable profiles'],
    disable: ['eSIM禁用', 'Disable profiles', 'service'],
    delete: ['eSIM删除', 'Delete profiles', 'irreversible'],
    audit: ['读取芯片码号清单', 'Read profile lists of chips'],
    fallback: ['设置后备码号', 'Set the fallback profile'],
    strategy: ['给eSIM卡绑定写号策略', 'Bind eSIM cards to numbering strategies'],
    allocate: ['划拨与回收eSIM卡', 'Allocate and recover eSIM cards', 'irreversible'],
    viewActivationCode: ['查看激活码', 'View activation codes', 'secret'],
  }),
  ...subject('codeNumber', '码号', 'code numbers', ['view', 'export', 'sync'], {
    bind: ['码号绑定EID', 'Bind code numbers to an EID'],
    unbind: ['码号解绑', 'Unbind code numbers'],
    allocate: ['划拨与回收码号', 'Allocate and recover code numbers', 'irreversible'],
    invalidate: ['码号置为失效', 'Set code numbers invalid', 'irreversible'],
  }),
  ...subject('esimCardImport', 'eSIM卡导入', 'eSIM card imports', ['view'], {
    import: ['导入eSIM卡', 'Import eSIM cards'],
  }),
  ...subject('codeNumberImport', '码号导入', 'code number imports', ['view'], {
    import: ['导入码号', 'Import code numbers'],
    verify: ['向SM-DP+核对码号', 'Check code numbers with the SM-DP+'],
  }),
  ...subject('numberingStrategy', '写号策略', 'numbering strategies', ['view', 'edit', 'export'], {
    switch: ['启用、试运行和停用写号策略', 'Enable, shadow and disable numbering strategies'],
  }),
] as const;
