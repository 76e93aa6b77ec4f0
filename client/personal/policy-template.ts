/** Proposed text of a first policy (Decreto 1377 de 2013, art. 13). The administrator reads and changes the text before publishing. */
export const policyTemplate = `1. Responsable. La copropiedad es responsable del tratamiento de los datos personales de propietarios, residentes, apoderados, empleados y proveedores. SCAF los trata por encargo de la copropiedad.

2. Datos y finalidades. Tratamos nombre, documento, correo, teléfono, inmueble y lo relacionado con él para: llevar el registro de propietarios; convocar y celebrar asambleas, registrar la asistencia, los poderes y los votos; facturar y cobrar las expensas; informar sobre la copropiedad, y cumplir la Ley 675 de 2001.

3. Datos sensibles. La grabación de una asamblea en audio o video se anuncia antes de comenzar. Nadie está obligado a autorizar el tratamiento de datos sensibles.

4. Sus derechos. Usted puede conocer, actualizar y rectificar sus datos, pedir prueba de la autorización, saber qué uso se les ha dado, revocar la autorización, pedir que se supriman los que ninguna ley exige conservar y presentar quejas ante la Superintendencia de Industria y Comercio.

5. Consultas y reclamos. Puede presentarlos en su página de SCAF, o por el correo o teléfono indicados arriba. Una consulta se responde en 10 días hábiles, prorrogables por 5; un reclamo, en 15 días hábiles, prorrogables por 8.

6. Conservación. Los libros, las actas y la contabilidad se conservan diez años. Los demás datos se suprimen cuando dejan de ser necesarios.

7. Vigencia. Esta política rige desde su publicación. Los cambios se publican en esta página, y las versiones anteriores se pueden leer.`;
