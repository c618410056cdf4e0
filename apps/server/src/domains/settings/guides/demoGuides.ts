import { say, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';

const GUIDES = [
  {
    route: '/cardsManagement/flowCardManagement',
    title: text('如何查找和筛选流量卡', 'Find and filter data cards'),
    zh: '1. 在上方填写 ICCID 或号段，可一次粘贴多行\n2. 用「更多条件」按状态、套餐、用量筛选\n3. 点击 ICCID 打开卡详情，点击列标题排序\n4. 常用条件可存为视图，下次一键打开',
    en: '1. Enter ICCIDs or a segment above; several lines may be pasted at once\n2. “More filters” narrows by state, package and usage\n3. Click an ICCID for its details, a heading to sort\n4. Keep filters you use often as a view',
    isOn: true,
  },
  {
    route: '/cardsManagement/flowCardManagement',
    title: text('如何批量停机与复机', 'Stop and restart many cards'),
    zh: '1. 勾选卡，或选择「全部符合条件的卡」\n2. 在底部选择停机或复机\n3. 核对预检结果：将变更、将跳过及原因\n4. 确认后在右上角任务中查看进度，运营商确认后才算完成',
    en: '1. Tick cards, or choose all that match\n2. Pick stop or restart at the bottom\n3. Check what will change, what is skipped and why\n4. Follow the task at the top right; nothing is done before the carrier confirms it',
    isOn: true,
  },
  {
    route: '/system/importCard',
    title: text('如何导入卡', 'Import cards'),
    zh: '1. 下载模板，ICCID 列设为文本格式\n2. 选择通道后上传文件，系统先校验不写入\n3. 查看错误行，选择只导入正确的行或全部放弃',
    en: '1. Download the template; keep the ICCID column as text\n2. Choose the carrier account and upload: the file is only checked\n3. Look at the wrong rows, then import the good ones or none',
    isOn: true,
  },
  {
    route: '/userManagement/user',
    title: text('如何新增下级客户', 'Add a child customer'),
    zh: '1. 在左侧客户树中选择上级\n2. 点击新增客户，填写名称、编码和版本\n3. 设置第一个账号的初始密码并告知对方',
    en: '1. Choose the parent in the tree on the left\n2. Add a customer: name, code and editions\n3. Set the first password of its account and tell them',
    isOn: false,
  },
] as const;

/** Guides with steps for the most used screens; the operator of the installation adds videos. */
export async function seedGuides(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db
    .insertInto('settings.video_guide')
    .values(
      GUIDES.map((guide, at) => ({
        id: String(at + 1),
        route: guide.route,
        language: ctx.language,
        title: say(guide.title, ctx.language),
        kinds: [],
        video_url: null,
        seconds: null,
        steps_zh: guide.zh,
        steps_en: guide.en,
        sort: (at + 1) * 10,
        is_on_shelf: guide.isOn,
        version: 1,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute();
}
