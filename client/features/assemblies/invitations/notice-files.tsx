import { confirm } from '../../../ui/confirm.tsx';
import { FileButton } from '../../../ui/fields/file-button.tsx';
import { RowButton } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { noticeFilesQuery, useNoticeFiles, useSaveNoticeFile } from '../agenda/notice-files.queries.ts';
import { FileLine } from '../common/file-line.tsx';

/** Part of the operators' page for the documents of the notice: list, upload and removal. */
export function NoticeFiles({ jointId, isOver }: { jointId: number; isOver: boolean }) {
  const saving = useSaveNoticeFile(jointId);
  const { keeping, removing } = useNoticeFiles(jointId);
  const remove = async (fileId: number, fileName: string) => {
    const title = `¿Retirar «${fileName}» de la convocatoria?`;
    const body = 'La constancia de lo ya enviado conserva su huella.';
    if (await confirm({ title, body, danger: true })) removing.mutate(fileId);
  };
  return (
    <section className="stack-3" aria-label="Documentos de la convocatoria">
      <h2>Documentos de la convocatoria</h2>
      <QueryView query={noticeFilesQuery(jointId)}>
        {(files) => (
          <>
            {files.length === 0 && (
              <p className="soft">
                Agregue el presupuesto, los estados financieros y el formato de poder. Cada propietario los
                lee en su enlace, y cada entrega guarda su huella.
              </p>
            )}
            <ul className="stack-4 plain">
              {files.map((file) => (
                <li key={file.fileId} className="stack-2">
                  <FileLine file={file} saving={saving}>
                    {!isOver && (
                      <RowButton
                        act="Retirar"
                        of={file.fileName}
                        onPress={() => void remove(file.fileId, file.fileName)}
                      />
                    )}
                  </FileLine>
                </li>
              ))}
            </ul>
          </>
        )}
      </QueryView>
      {!isOver && (
        <FileButton
          label="Agregar documentos"
          accept={['.pdf', '.jpg', '.jpeg', '.png']}
          isMultiple
          isPending={keeping.isPending}
          onFiles={(files) => keeping.mutate(files)}
        />
      )}
    </section>
  );
}
