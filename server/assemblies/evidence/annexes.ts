import { ATTENDANCE } from '../../../shared/assemblies/concepts.api.ts';
import { defined } from '../../../shared/defined.ts';
import type { Db } from '../../platform/db/engine.ts';
import { pdfFile } from '../../platform/documents/pdf-file.ts';
import { type ReportLayout, reportPaper, table } from '../../platform/documents/report-layout.ts';
import { countFact } from '../../platform/documents/table.ts';
import type { Progress } from '../../platform/queue/tasks.ts';
import { JointDirectory } from '../../properties/index.ts';
import { appliedWords, factWords } from '../minutes/closing-section.ts';
import { powersOn } from '../powers/list.ts';
import { assemblyGround, clockOf } from '../reports/assembly-layout.ts';
import { attendanceLayout } from '../reports/attendance.report.ts';
import { readAttendanceReport } from '../reports/attendance-report.ts';
import { type ReportGround, readGround } from '../reports/heading.ts';
import { noticeLayout, readNoticeReport } from '../reports/notice.report.ts';
import { powersLayout } from '../reports/powers.report.ts';
import { voteLayout } from '../reports/vote.report.ts';
import { readVoteReport } from '../reports/vote-report.ts';
import { readCorrections, type StoredCorrection } from '../store/roll/roll.repository.ts';

/**
 * Annexes of an acta, laid out but not yet drawn. Key: path in the expediente (evidence file of an assembly):
 * 'anexos/asistencia-3.pdf'. Value: layout of the PDF.
 */
export type Annexes = ReadonlyMap<string, ReportLayout>;

/**
 * Reads the annexes of an acta (minutes of an assembly), for the joint and its sectors: attendance, each
 * opened question with every vote, powers, the deliveries of the notice, and corrections of the assembly's roll (list of units with
 * owners).
 */
export async function readAnnexes(
  trx: Db,
  { rootId, assemblyId }: { rootId: number; assemblyId?: number },
): Promise<Annexes> {
  const annexes = new Map<string, ReportLayout>();
  for (const jointId of await new JointDirectory(trx).family(rootId)) {
    const of = { jointId, ...defined({ assemblyId }) };
    const ground = await readGround(trx, of);
    annexes.set(`anexos/asistencia-${jointId}.pdf`, attendanceLayout(await readAttendanceReport(trx, of)));
    for (const { conceptId, openedAt } of ground.concepts) {
      if (conceptId === ATTENDANCE || openedAt === null) continue;
      const report = await readVoteReport(trx, { ...of, conceptId });
      annexes.set(`anexos/votos-${jointId}-${conceptId}.pdf`, voteLayout(report));
    }
    if (jointId !== rootId) continue;
    const { heading } = ground;
    annexes.set('anexos/poderes.pdf', powersLayout({ heading, powers: await powersOn(trx, ground) }));
    annexes.set('anexos/convocatoria.pdf', noticeLayout(await readNoticeReport(trx, ground)));
    annexes.set('anexos/correcciones.pdf', await corrections(trx, ground));
  }
  return annexes;
}

async function corrections(trx: Db, { heading, where }: ReportGround): Promise<ReportLayout> {
  const rows = (await readCorrections(trx, { assemblyId: where.assemblyId })).filter(
    ({ after }) => Object.keys(after).length > 0,
  );
  return {
    ...assemblyGround(heading, [countFact('Correcciones', rows.length)]),
    title: 'Correcciones del Censo',
    clock: clockOf(rows.map(({ at }) => at)),
    parts: [
      table<StoredCorrection>({
        name: 'Correcciones',
        rows,
        empty: 'No se corrigió el censo.',
        columns: [
          { title: 'Hora', kind: 'instant', width: 50, value: ({ at }) => at },
          { title: 'Inmueble', kind: 'text', width: 55, value: ({ apartmentId }) => apartmentId },
          { title: 'Decía', kind: 'text', width: 120, value: ({ before }) => factWords(before) },
          { title: 'Dice', kind: 'text', width: 120, value: ({ after }) => factWords(after) },
          { title: 'Motivo', kind: 'text', width: 100, value: ({ reason }) => reason },
          { title: 'Quién corrigió', kind: 'text', width: 80, value: ({ by }) => by, small: appliedWords },
        ],
      }),
    ],
  };
}

/**
 * Draws annexes as PDF files and reports progress. Key: path in the expediente (evidence file). Value: bytes
 * of the PDF.
 */
export async function drawAnnexes(annexes: Annexes, progress: Progress): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const [path, layout] of annexes) {
    progress(files.size, annexes.size);
    const { bytes } = await pdfFile(layout.title, reportPaper(layout), () => {});
    files.set(path, bytes);
  }
  return files;
}
