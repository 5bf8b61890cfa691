(* B-D41: several heads at two opposite groups; heads by their columns in an orthonormal basis, and two examples. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words TotalLayers Curves Families Frechet Stability SphereProducts OrthonormalBasis.
From Kernel Require Import States Drawn ConsensusLayer ConsensusStability ConsensusSpectrum SoftmaxHeads SignPatterns OppositeGroups.
Open Scope R_scope.

(* Two heads with the step 1, in a space with two orthonormal vectors; the scores are multiples of those of u. *)
Section Examples.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (eps : Token -> R) (u v : S).
Hypotheses (Balance : total tokens (fun j => eps j) = 0) (Signs : forall i, eps i ^ 2 = 1) (T : enumerates tokens) (Uv : inner u v = 0)
  (Uu : inner u u = 1) (Vv : inner v v = 1).
Let tanh c := (exp c - exp (-1 * c)) / (exp c + exp (-1 * c)).
Let orthonormal (x y : S) (says : Prop) := inner x x = 1 -> inner y y = 1 -> inner x y = 0 -> says.
Let first_head (x y z : S) := vscale (inner x z) (vadd (vscale 2 x) y).
Let second_head (x y z : S) := vadd (vscale (inner x z) (vsub (vscale 2 x) (vscale 2 y))) (vscale (inner y z) y).
Hypotheses (Tanh : forall c, tanh c = (exp c ^ 2 - 1) / (exp c ^ 2 + 1))
  (First_length : forall x y : S, orthonormal x y (vadd x (vadd (vscale (4 / 5) (vadd (vscale (2 * inner x x) x) (vscale (inner y x) y)))
    (vscale 0 (vscale (1 / 2 * inner y x) y))) = vscale (13 / 5) x))
  (Second_length : forall x y : S, orthonormal x y
    (vadd x (vadd (vscale (4 / 5) (first_head x y x)) (vscale (2 / 5) (second_head x y x))) = vscale (17 / 5) x))
  (Sum : forall x y : S, orthonormal x y (vadd (first_head x y x) (second_head x y x) = vsub (vscale 4 x) y)).
Definition pooled (c : R) (x : Token -> S) i := vscale (/ total tokens (fun j => exp (inner (x i) (vscale (c * inner u (x j)) u))))
  (vtotal tokens (fun j => vscale (exp (inner (x i) (vscale (c * inner u (x j)) u))) (x j))).
Definition attended (F G : S -> S) (g k : R) (x : Token -> S) i := vadd (vadd (x i) (F (pooled g x i))) (G (pooled k x i)).
Definition attracts F G g k := layers_exponentially_stable
  (fun x => (forall i, inner (x i) (x i) = 1) /\ (forall i j, inner (x i) (x j) <= 1))
  (fun x y => (forall i, vnorm (attended F G g k x i) <> 0) /\ forall i, y i = vscale (/ vnorm (attended F G g k x i)) (attended F G g k x i))
  (fun i => vscale (eps i) u).
Lemma by_pair (x y : S) (A : S -> S) :
  (forall z, A z = vadd (vscale (inner u z) x) (vscale (inner v z) y)) -> linear A /\ bounded A.
Proof.
  intro H. split.
  - split; intros; rewrite !H, ?inner_add_r, ?inner_scale_r; vector_sums.
  - exists (vnorm u * vnorm x + vnorm v * vnorm y). assert (U0 := vnorm_nonneg u). assert (V0 := vnorm_nonneg v).
    assert (X0 := vnorm_nonneg x). assert (Y0 := vnorm_nonneg y). split.
    { apply Rplus_le_le_0_compat; apply Rmult_le_pos; auto. }
    intro z. rewrite H. eapply Rle_trans; [apply vnorm_add|]. rewrite !vnorm_scale.
    assert (Rabs (inner u z) * vnorm x <= vnorm u * vnorm z * vnorm x) by
      (apply Rmult_le_compat_r; [auto | apply inner_le_vnorm]).
    assert (Rabs (inner v z) * vnorm y <= vnorm v * vnorm z * vnorm y) by
      (apply Rmult_le_compat_r; [auto | apply inner_le_vnorm]). lra.
Qed.
Section Two.
Context (F G : S -> S) (g k s t : R).
Let heads := true :: false :: nil.
Let value (h : bool) := if h then F else G.
Let along (c : R) (z : S) := vscale (c * inner u z) u.
Let score (h : bool) := along (if h then g else k).
Hypothesis LF : forall h, linear (value h).
Hypothesis BF : forall h, bounded (value h).
Lemma side_of c E : 0 < E -> c = ln E / 2 -> (exp c - exp (-1 * c)) / (exp c + exp (-1 * c)) = (E - 1) / (E + 1).
Proof.
  intros P ->. change (tanh (ln E / 2) = (E - 1) / (E + 1)). rewrite Tanh.
  replace (exp (ln E / 2) ^ 2) with E; [reflexivity|]. simpl. rewrite Rmult_1_r, <- exp_plus.
  replace (ln E / 2 + ln E / 2) with (ln E) by field. symmetry. apply exp_ln, P.
Qed.
Lemma along_tame c : linear (along c) /\ bounded (along c).
Proof. apply (by_pair (vscale c u) vzero). intro z. unfold along. vector_sums. Qed.
Lemma side_is h : side score u h = let c := if h then g else k in (exp c - exp (-1 * c)) / (exp c + exp (-1 * c)).
Proof.
  unfold side, score, along. destruct h; rewrite inner_scale_r, Uu; cbv zeta;
    [replace (g * 1 * 1) with g by ring | replace (k * 1 * 1) with k by ring]; reflexivity.
Qed.
Hypothesis First : (exp g - exp (-1 * g)) / (exp g + exp (-1 * g)) = s.
Hypothesis Second : (exp k - exp (-1 * k)) / (exp k + exp (-1 * k)) = t.
Lemma drawn_is z : drawn heads value score u z = vadd (vscale s (F z)) (vscale t (G z)).
Proof. unfold drawn, heads. simpl. rewrite !side_is. cbv zeta. rewrite First, Second, vadd_zero. reflexivity. Qed.
(* Orthogonal to u the heads act along v alone, by a and b. *)
Theorem two_heads rho a b c :
  vadd u (vadd (vscale s (F u)) (vscale t (G u))) = vscale rho u -> 1 < rho -> 0 <= c -> 1 + c < rho ->
  (forall z, inner u z = 0 -> F z = vscale (a * inner v z) v) ->
  (forall z, inner u z = 0 -> G z = vscale (b * inner v z) v) ->
  Rabs (a + b) <= c -> Rabs (s * a + t * b) <= c -> attracts F G g k.
Proof.
  intros Rest R1 C Room HF HG Both Apart. unfold attracts. set (m := attended F G g k).
  apply (said_exponentially_stable (fun x => (forall i, inner (x i) (x i) = 1) /\ (forall i j, inner (x i) (x j) <= 1))
    (fun x => forall i, sqrt (inner (m x i) (m x i)) <> 0)).
  set (w := softmax_weights tokens score).
  assert (LP : forall h, linear (score h)) by (intro h; apply along_tame).
  assert (BP : forall h, bounded (score h)) by (intro h; apply along_tame).
  assert (Mo : forall x i, m x i = moved tokens heads value w 1 x i).
  { intros x i. unfold m, attended, pooled, moved, heads. simpl. unfold w. rewrite !pooled_quotient. unfold value, score, along. vector_sums. }
  assert (Kind := kind_ext _ m _ Mo (kind_as_said m)).
  assert (Quiet : forall h, quiet value score u h).
  { intro h. right. split.
    - unfold score, along. rewrite inner_scale_r, Uu. f_equal. ring.
    - intros z Z. unfold score, along. rewrite inner_scale_r, (inner_sym _ u z), Z. ring. }
  assert (Short : forall z y c', inner u z = 0 -> Rabs c' <= c -> y = vscale (c' * inner v z) v ->
    vnorm (tangent_part u (vadd z (vscale 1 y))) <= (1 + c) * vnorm z).
  { intros z y c' Z Hc ->. rewrite vscale_one, tangent_part_tangent.
    - eapply Rle_trans; [apply vnorm_add|]. rewrite vnorm_scale.
      replace (vnorm v) with 1 by (unfold vnorm; rewrite Vv, sqrt_1; reflexivity). rewrite Rmult_1_r, Rabs_mult.
      assert (Q := inner_le_vnorm v z). replace (vnorm v) with 1 in Q by (unfold vnorm; rewrite Vv, sqrt_1; reflexivity).
      assert (Rabs c' * Rabs (inner v z) <= c * vnorm z) by
        (apply Rmult_le_compat; auto using Rabs_pos; lra). lra.
    - rewrite inner_add_r, inner_scale_r, Z, Uv. ring. }
  apply (groups_attract tokens heads value score 1 u eps T LF BF LP BP Uu Signs Balance Quiet rho ltac:(lra)) with
    (kappa := 1 + c); auto; try lra.
  - rewrite drawn_is, vscale_one. exact Rest.
  - intros x i. unfold several_heads. fold w. rewrite <- Mo. reflexivity.
  - intros z Z. apply (Short z _ (a + b) Z Both). unfold summed, heads. simpl. rewrite (HF z Z), (HG z Z). vector_sums.
  - intros z Z. apply (Short z _ (s * a + t * b) Z Apart). rewrite drawn_is, (HF z Z), (HG z Z). vector_sums.
Qed.
End Two.
Let Vu : inner v u = 0.
Proof. rewrite inner_sym. exact Uv. Qed.
Let Third : (exp (ln 3) - exp (-1 * ln 3)) / (exp (ln 3) + exp (-1 * ln 3)) = 4 / 5.
Proof. rewrite (side_of (ln 3) 9); [field | lra |]. replace 9 with (3 * 3) by ring. rewrite ln_mult by lra. field. Qed.
Let Least : (exp 0 - exp (-1 * 0)) / (exp 0 + exp (-1 * 0)) = 0.
Proof. replace (-1 * 0) with 0 by ring. rewrite exp_0. field. Qed.
Let Fifth : (exp (ln (7 / 3) / 2) - exp (-1 * (ln (7 / 3) / 2))) /
    (exp (ln (7 / 3) / 2) + exp (-1 * (ln (7 / 3) / 2))) = 2 / 5.
Proof. rewrite (side_of _ (7 / 3)); [field | lra | reflexivity]. Qed.
Lemma first_pair : attracts (fun z => vadd (vscale (2 * inner u z) u) (vscale (inner v z) v)) (fun z => vscale (1 / 2 * inner v z) v) (ln 3) 0.
Proof.
  match goal with |- attracts ?f ?g _ _ => set (F := f); set (G := g) end.
  destruct (by_pair (vscale 2 u) v F) as [LF BF]; [intro z; unfold F; vector_sums|].
  destruct (by_pair vzero (vscale (1 / 2) v) G) as [LG BG]; [intro z; unfold G; vector_sums|].
  refine (two_heads F G (ln 3) 0 (4 / 5) 0 _ _ Third Least (13 / 5) 1 (1 / 2) (3 / 2) _ _ _ _ _ _ _ _); unfold F, G; try lra.
  - intros [|]; auto.
  - intros [|]; auto.
  - exact (First_length u v Uu Vv Uv).
  - intros z Z. rewrite Z. vector_sums.
  - reflexivity.
  - rewrite Rabs_right; lra.
  - rewrite Rabs_right; lra.
Qed.
Lemma second_pair : attracts (fun z => vscale (inner u z) (vadd (vscale 2 u) v))
  (fun z => vadd (vscale (inner u z) (vsub (vscale 2 u) (vscale 2 v))) (vscale (inner v z) v)) (ln 3) (ln (7 / 3) / 2).
Proof.
  match goal with |- attracts ?f ?g _ _ => set (F := f); set (G := g) end.
  destruct (by_pair (vadd (vscale 2 u) v) vzero F) as [LF BF]; [intro z; unfold F; vector_sums|].
  destruct (by_pair (vsub (vscale 2 u) (vscale 2 v)) v G) as [LG BG]; [intro z; reflexivity|].
  refine (two_heads F G (ln 3) (ln (7 / 3) / 2) (4 / 5) (2 / 5) _ _ Third Fifth (17 / 5) 0 1 1 _ _ _ _ _ _ _ _); unfold F, G; try lra.
  - intros [|]; auto.
  - intros [|]; auto.
  - exact (Second_length u v Uu Vv Uv).
  - intros z Z. rewrite Z. vector_sums.
  - intros z Z. rewrite Z. vector_sums.
  - rewrite Rabs_right; lra.
  - rewrite Rabs_right; lra.
Qed.
Lemma no_eigenvector : ~ exists l, vadd (vscale (inner u u) (vadd (vscale 2 u) v))
  (vadd (vscale (inner u u) (vsub (vscale 2 u) (vscale 2 v))) (vscale (inner v u) v)) = vscale l u.
Proof.
  intros [l E]. assert (Q := Sum u v Uu Vv Uv). unfold first_head, second_head in Q. rewrite E in Q.
  apply (f_equal (fun y => inner y v)) in Q. unfold vsub in Q. rewrite inner_add_l, !inner_scale_l, Uv, Vv in Q. lra.
Qed.
End Examples.

Section Groups.
Context {S : inner_product_space} {Token Head Mode : Type} (tokens : list Token) (heads : list Head) (modes : list Mode) (e : Mode -> S)
  (eps : Token -> R) (first : Mode) (tau rho : R) (p f : Head -> Mode -> S) (same : Mode -> Mode -> R).
Hypotheses (Orth : forall a b, inner (e a) (e b) = same a b) (Balance : total tokens (fun j => eps j) = 0)
  (Signs : forall i, eps i ^ 2 = 1) (ET : enumerates tokens) (EM : enumerates modes) (Same : kronecker same) (Rp : 0 < rho)
  (Span : forall z, z = vtotal modes (fun k => vscale (inner (e k) z) (e k))).
Let F := applied modes e f.
Let P := applied modes e p.
Let a := e first.
Let m := written tokens P heads F tau.
Definition drawing h := (exp (inner a (p h first)) - exp (-1 * inner a (p h first))) / (exp (inner a (p h first)) + exp (-1 * inner a (p h first))).
Definition pulled z := vtotal heads (fun h => vscale (drawing h) (F h z)).
Definition J (z : Token -> S) i := let y := vadd (z i) (vscale tau (vadd
    (vtotal heads (fun h => F h (vscale (/ size tokens) (vtotal tokens (fun j => z j)))))
    (vscale (eps i) (pulled (vscale (/ size tokens) (vtotal tokens (fun j => vscale (eps j) (z j)))))))) in
  vscale (/ rho) (vsub y (vscale (inner a y) a)).
Definition rests r := vadd a (vscale tau (pulled a)) = vscale r a.
Definition each_quiet := forall h, f h first = vscale (inner a (f h first)) a \/ (p h first = vscale (inner a (p h first)) a /\
  forall z, inner z a = 0 -> inner a (P h z) = 0).
Definition common := forall h k, f h k = vscale (inner (e k) (f h k)) (e k).
Let Basis := basis_of_kronecker modes same e Same Orth Span.
Let LF h : linear (F h) := by_columns_linear modes e (f h).
Let LP h : linear (P h) := by_columns_linear modes e (p h).
Let BF h : bounded (F h) := linear_is_bounded modes e Basis (F h) (LF h).
Let BP h : bounded (P h) := linear_is_bounded modes e Basis (P h) (LP h).
Let Fc h k : F h (e k) = f h k.
Proof. apply applied_column; auto. Qed.
Let Pc h k : P h (e k) = p h k.
Proof. apply applied_column; auto. Qed.
Let Unit : inner a a = 1 := proj1 Basis first.
Let Is x i : m x i = moved tokens heads F (softmax_weights tokens P) tau x i := written_is_moved tokens P heads F tau x i.
Let Side h : drawing h = side P a h.
Proof. unfold side, a. rewrite Pc. reflexivity. Qed.
Let Drawn z : pulled z = drawn heads F P a z.
Proof. unfold pulled, drawn. f_equal. apply functional_extensionality. intro h. rewrite Side. reflexivity. Qed.
Let Quiet : each_quiet -> forall h, quiet F P a h.
Proof. intros Q h. unfold quiet, scores_keep, a. rewrite Fc, Pc. specialize (Q h). tauto. Qed.
Lemma rest : (forall i, vnorm (m (fun j => vscale (eps j) a) i) <> 0 /\
  vscale (/ vnorm (m (fun j => vscale (eps j) a) i)) (m (fun j => vscale (eps j) a) i) = vscale (eps i) a) <-> exists r, 0 < r /\ rests r.
Proof.
  assert (G := groups_rest tokens heads F P tau a eps ET LF LP Unit Signs Balance).
  split.
  * intro H. destruct (proj1 G) as [r [R0 E]].
    { intro i. assert (Q := H i). change (vnorm (m (pattern a eps) i) <> 0 /\ vscale (/ vnorm (m (pattern a eps) i))
        (m (pattern a eps) i) = pattern a eps i) in Q. rewrite Is in Q. exact Q. }
    exists r. split; [exact R0|]. unfold rests. rewrite Drawn. exact E.
  * intros [r [R0 E]] i. change (vnorm (m (pattern a eps) i) <> 0 /\ vscale (/ vnorm (m (pattern a eps) i))
        (m (pattern a eps) i) = pattern a eps i). rewrite Is. apply (proj2 G). exists r. split; [exact R0|].
    rewrite <- Drawn. exact E.
Qed.
Section Resting.
Hypothesis At_rest : rests rho.
Let Rest : vadd a (vscale tau (drawn heads F P a a)) = vscale rho a.
Proof. rewrite <- Drawn. exact At_rest. Qed.
Let HJ z i : J z i = groups_jacobian tokens heads F P tau a eps rho z i.
Proof. unfold J. rewrite Drawn. reflexivity. Qed.
Lemma derivative : each_quiet -> forall eta, 0 < eta -> exists near, 0 < near /\ forall y : Token -> S, (forall i, inner (y i) (y i) = 1) ->
  (forall i j, inner (y i) (y j) <= 1) -> (forall i, vnorm (vsub (y i) (vscale (eps i) a)) <= near) -> exists z : Token -> S,
  (forall i, vnorm (m y i) <> 0 /\ z i = vscale (/ vnorm (m y i)) (m y i)) /\
  forall i, vnorm (vsub (z i) (vadd (vscale (eps i) a) (J (fun j => vsub (y j) (vscale (eps j) a)) i))) <=
    eta * total tokens (fun j => vnorm (vsub (y j) (vscale (eps j) a))).
Proof.
  intros Q eta Eta.
  destruct (groups_told tokens heads F P tau a eps ET LF BF LP BP Unit Signs Balance (Quiet Q) rho Rp Rest m J Is HJ eta Eta)
    as [d [D H]].
  exists d. split; [exact D|]. intros y Uy _ Near. destruct (H y) as [z Z]; [intro i; apply Uy | exact Near |].
  exists z. exact Z.
Qed.
Hypothesis Common : common.
Lemma all_quiet : each_quiet.
Proof. intro h. left. exact (Common h first). Qed.
Let lam k := total heads (fun h => inner (e k) (f h k)).
Let nu k := total heads (fun h => side P a h * inner (e k) (f h k)).
Let Diagonal h k : F h (e k) = vscale (inner (e k) (f h k)) (e k).
Proof. rewrite Fc. apply Common. Qed.
Let LS : linear (summed heads F).
Proof. exact (layer_matrix_linear heads F LF). Qed.
Let LD : linear (drawn heads F P a).
Proof.
  apply (layer_matrix_linear heads (fun h z => vscale (side P a h) (F h z))). intro h.
  split; intros; rewrite ?(proj1 (LF h)), ?(proj2 (LF h)); vector_sums.
Qed.
Let ES : forall k, summed heads F (e k) = vscale (lam k) (e k).
Proof.
  intro k. unfold summed, lam. apply inner_ext. intro q. rewrite inner_vtotal_l, inner_scale_l, <- total_scale_r.
  apply total_ext. intro h. rewrite Diagonal. apply inner_scale_l.
Qed.
Let ED : forall k, drawn heads F P a (e k) = vscale (nu k) (e k).
Proof.
  intro k. unfold drawn, nu. apply inner_ext. intro q. rewrite inner_vtotal_l, inner_scale_l, <- total_scale_r.
  apply total_ext. intro h. rewrite Diagonal, !inner_scale_l. ring.
Qed.
Let Nu k : total heads (fun h => drawing h * inner (e k) (f h k)) = nu k.
Proof. apply total_ext. intro h. rewrite Side. reflexivity. Qed.
Let Differs : forall k, same k first <> 1 -> inner a (e k) = 0.
Proof.
  intros k N. unfold a. rewrite Orth. destruct Same as [One Zero].
  destruct (Req_dec (same first k) 0) as [Q|Q]; [exact Q|]. exfalso. apply Q, Zero. intros <-. apply N, One.
Qed.
Let Pushed : forall x i, inner a x = 0 -> forall z : Token -> S,
    groups_push tokens heads F P tau a eps z i = x -> J z i = vscale (/ rho) x.
Proof. intros x i O z Q. rewrite HJ. unfold groups_jacobian. rewrite Q, tangent_part_tangent; auto. Qed.
Let Sum : forall c (z : S), mean tokens (fun j => vscale (c j) z) = vscale (/ size tokens * total tokens c) z.
Proof.
  intros c z. apply inner_ext. intro q. unfold mean. rewrite !inner_scale_l, inner_vtotal_l.
  rewrite (total_ext tokens _ (fun j => c j * inner z q)) by (intro; apply inner_scale_l).
  rewrite total_scale_r. ring.
Qed.
Let Difference : forall c (z : S), apart tokens eps (fun j => vscale (c j) z) =
    vscale (/ size tokens * total tokens (fun j => eps j * c j)) z.
Proof.
  intros c z. apply inner_ext. intro q. unfold apart. rewrite !inner_scale_l, inner_vtotal_l.
  rewrite (total_ext tokens _ (fun j => eps j * c j * inner z q)) by (intro; rewrite !inner_scale_l; ring).
  rewrite total_scale_r. ring.
Qed.
Let N0 := size_positive tokens ET.
Lemma along k : same k first = 1 \/ forall i, J (fun _ => e k) i = vscale ((1 + tau * lam k) / rho) (e k) /\
  J (fun j => vscale (eps j) (e k)) i = vscale ((1 + tau * total heads (fun h => drawing h * inner (e k) (f h k))) / rho) (vscale (eps i) (e k)).
Proof.
  destruct (Req_EM_T (same k first) 1) as [One|N]; [left; exact One | right].
   assert (O := Differs k N). intro i. rewrite Nu. split.
   ++ rewrite (Pushed (vscale (1 + tau * lam k) (e k))).
      ** rewrite vscale_vscale. f_equal. field. lra.
      ** rewrite inner_scale_r, O. ring.
      ** unfold groups_push. rewrite (mean_same tokens ET), ES.
         replace (fun _ : Token => e k) with (fun _ : Token => vscale 1 (e k)).
         2: { apply functional_extensionality. intro. apply vscale_one. }
         rewrite Difference, (total_ext tokens _ eps) by (intro; ring).
         replace (total tokens eps) with 0 by (symmetry; exact Balance).
         rewrite (proj2 LD). vector_sums.
   ++ rewrite (Pushed (vscale ((1 + tau * nu k) * eps i) (e k))).
      ** rewrite !vscale_vscale. f_equal. field. lra.
      ** rewrite inner_scale_r, O. ring.
      ** unfold groups_push. rewrite Sum, Difference, (total_ext tokens (fun j => eps j * eps j) (fun _ => 1)) by
           (intro j; assert (Q := Signs j); lra).
         fold (size tokens). replace (total tokens eps) with 0 by (symmetry; exact Balance).
         rewrite (proj2 LD), (proj2 LS), ED.
         replace (/ size tokens * size tokens) with 1 by (field; lra). vector_sums.
Qed.
Lemma within c z : inner z a = 0 -> total tokens (fun j => c j) = 0 /\ total tokens (fun j => eps j * c j) = 0 -> forall i,
  J (fun j => vscale (c j) z) i = vscale (1 / rho) (vscale (c i) z).
Proof.
  intros Z [Zero Opposed] i.
   rewrite (Pushed (vscale (c i) z)).
   ++ f_equal. field. lra.
   ++ rewrite inner_scale_r, inner_sym, Z. ring.
   ++ unfold groups_push. rewrite Sum, Difference, Opposed.
      replace (total tokens c) with 0 by (symmetry; exact Zero). rewrite (proj2 LD), (proj2 LS). vector_sums.
Qed.
Lemma stable : 1 < rho /\ (forall k, same k first = 1 \/ (sqrt ((1 + tau * lam k) ^ 2) < rho /\
    sqrt ((1 + tau * total heads (fun h => drawing h * inner (e k) (f h k))) ^ 2) < rho)) ->
  layers_exponentially_stable (fun x => (forall i, inner (x i) (x i) = 1) /\ (forall i j, inner (x i) (x j) <= 1))
    (fun x y => (forall i, sqrt (inner (m x i) (m x i)) <> 0) /\ forall i, y i = vscale (/ sqrt (inner (m x i) (m x i))) (m x i))
    (fun i => vscale (eps i) a).
Proof.
  assert (Kind := kind_ext _ m _ Is (kind_as_said m)). assert (Formula := written_is_layer tokens P heads F tau).
  intros [R1 Inside].
  destruct (gap_below modes (fun k => Rmax (Rabs (1 + tau * lam k)) (Rabs (1 + tau * nu k)))
    (fun k => same k first = 1) rho) as [kappa [K H]].
  ++ intro k. apply Req_EM_T.
  ++ exact Rp.
  ++ intros k N. destruct (Inside k) as [One|[A B]]; [contradiction|]. rewrite Nu in B.
     rewrite <- !Rsqr_pow2, !sqrt_Rsqr_abs in A, B. apply Rmax_lub_lt; [exact A | exact B].
  ++ assert (Coordinates : forall (V : S -> S) c, linear V -> (forall k, V (e k) = vscale (c k) (e k)) ->
       (forall k, same k first <> 1 -> Rabs (1 + tau * c k) <= kappa) -> forall z, inner a z = 0 ->
       vnorm (tangent_part a (vadd z (vscale tau (V z)))) <= kappa * vnorm z).
     { intros V c LV EV Hc z Z. apply Rle_trans with (vnorm (vadd z (vscale tau (V z)))).
       - apply vnorm_le; [apply vnorm_nonneg|]. rewrite vnorm_square. apply tangent_part_shorter, Unit.
       - apply (norm_by_coordinates modes e Basis); [lra|]. intro k.
         rewrite inner_add_r, inner_scale_r, (in_coordinates modes e Basis V c LV EV).
         replace (inner (e k) z + tau * (c k * inner (e k) z)) with ((1 + tau * c k) * inner (e k) z) by ring.
         rewrite Rabs_mult. destruct (Req_dec (inner (e k) z) 0) as [Q|Q]; [rewrite Q, Rabs_R0; lra|].
         apply Rmult_le_compat_r; [apply Rabs_pos|]. apply Hc. intro One.
         assert (N : k <> first) by (intros ->; apply Q; exact Z).
         rewrite (proj2 Same k first N) in One. lra. }
     apply (said_exponentially_stable (fun x => (forall i, inner (x i) (x i) = 1) /\
       (forall i j, inner (x i) (x j) <= 1)) (fun x => forall i, sqrt (inner (m x i) (m x i)) <> 0)
       (fun x i => vscale (/ sqrt (inner (m x i) (m x i))) (m x i)) (pattern a eps)).
     apply (groups_attract tokens heads F P tau a eps ET LF BF LP BP Unit Signs Balance (Quiet all_quiet) rho Rp Rest) with
       (kappa := kappa); auto.
     ** apply (Coordinates (summed heads F) lam LS ES). intros k N.
        eapply Rle_trans; [apply Rmax_l | apply (H k (proj2 (proj2 EM) k) N)].
     ** apply (Coordinates (drawn heads F P a) nu LD ED). intros k N.
        eapply Rle_trans; [apply Rmax_r | apply (H k (proj2 (proj2 EM) k) N)].
Qed.
End Resting.
End Groups.
