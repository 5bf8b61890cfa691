(* B-0: a step of the power method multiplies what is along the dominant eigenvector by its eigenvalue,
   and what is beside it by less, so that the latter vanishes beside the former. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words NullSets Exchange NullSections.
Open Scope R_scope.

Lemma some_or_all {I} (T : list I) (f : I -> R) :
  (exists i, In i T /\ f i = 0) \/ forall i, In i T -> f i <> 0.
Proof.
  induction T as [|i T IH]; [right; intros i []|]. destruct (Req_EM_T (f i) 0) as [Z|N].
  - left. exists i. split; [left; reflexivity | exact Z].
  - destruct IH as [[j [J Z]]|All]; [left; exists j; split; [right; exact J | exact Z]|].
    right. intros j [<-|J]; auto.
Qed.

Section Power.
Context {U : inner_product_space} (F F' S S' R' : U -> U).
Hypotheses (AF : adjoint F F') (AS : adjoint S S') (Inverse : forall a, R' (S a) = a) (BR : bounded_operator R').
Let steps (x : nat -> U) := forall k, x (Datatypes.S k) = vscale (/ vnorm (F (x k))) (F (x k)).
Definition dominates v w mu s := F v = vscale mu v /\ inner w v = 1 /\ s < mu ^ 2 /\ (forall a, inner w (F a) = mu * inner w a) /\
  forall b, inner w b = 0 -> inner (S (F b)) (S (F b)) <= s * inner (S b) (S b).
Hypotheses
  (Along : forall v mu w x c (k : nat), inner v v = 1 -> F v = vscale mu v -> inner w (F x) = mu * inner w x ->
    inner w (vscale c (F x)) = c * (mu * inner w x))
  (Apart : forall v mu w x (k : nat), inner v v = 1 -> F v = vscale mu v -> inner w (F x) = mu * inner w x ->
    F (vsub x (vscale (inner w x) v)) = vsub (F x) (vscale (inner w (F x)) v))
  (Ratio : forall v mu s p q Q a (k : nat), inner v v = 1 -> F v = vscale mu v -> 0 <= s -> 0 <= p -> 0 <= q -> 0 <= Q ->
    p <= s * q -> q <= Q * a ^ 2 -> p * mu ^ 2 <= s * Q * (mu * a) ^ 2)
  (Angle : forall v mu u w (k : nat), inner v v = 1 -> F v = vscale mu v -> inner u u = 1 ->
    inner (vsub u (vscale (inner w u) v)) (vsub u (vscale (inner w u) v)) = (inner w u - inner v u) ^ 2 + (1 - inner v u ^ 2))
  (Keeps : forall v mu w x (k : nat), inner v v = 1 -> F v = vscale mu v -> 0 < mu -> inner w (F x) = mu * inner w x ->
    0 <= inner w x * inner w (F x))
  (Near : forall v mu u w (k : nat), inner v v = 1 -> F v = vscale mu v -> inner u u = 1 -> 0 <= inner w u ->
    inner (vsub u v) (vsub u v) <= 4 * inner (vsub u (vscale (inner w u) v)) (vsub u (vscale (inner w u) v))).
Section Orbit.
Variables (v w : U) (mu s : R) (x : nat -> U).
Hypotheses (Dom : dominates v w mu s) (Unit : inner v v = 1) (Nonzero : mu <> 0) (Spos : 0 <= s)
  (Start : inner (x 0%nat) (x 0%nat) = 1) (Some : inner w (x 0%nat) <> 0) (Steps : steps x).
Let Eigen := proj1 Dom.
Let Scale := proj1 (proj2 Dom).
Let Dominant := proj1 (proj2 (proj2 Dom)).
Let Left := proj1 (proj2 (proj2 (proj2 Dom))).
Let Beside := proj2 (proj2 (proj2 (proj2 Dom))).
Let a k := inner w (x k).
Let b k := vsub (x k) (vscale (a k) v).

Lemma moves c : inner w c <> 0 -> 0 < vnorm (F c).
Proof.
  intro N. apply sqrt_lt_R0. destruct (inner_nonneg U (F c)) as [|E]; auto. exfalso. apply N.
  apply Rmult_eq_reg_l with mu; auto. rewrite <- Left, (inner_definite U (F c)) by auto.
  rewrite inner_zero_r. ring.
Qed.
Lemma next_along k : a (Datatypes.S k) = / vnorm (F (x k)) * (mu * a k).
Proof. unfold a. rewrite Steps. apply (Along v mu w (x k) _ k Unit Eigen), Left. Qed.
Lemma along_stays k : a k <> 0.
Proof.
  induction k as [|k IH]; [exact Some|]. rewrite next_along.
  assert (P := moves (x k) IH). apply Rmult_integral_contrapositive_currified.
  - apply Rinv_neq_0_compat. lra.
  - apply Rmult_integral_contrapositive_currified; auto.
Qed.
Lemma unit k : inner (x k) (x k) = 1.
Proof.
  destruct k as [|k]; [exact Start|]. assert (P := moves (x k) (along_stays k)).
  rewrite Steps, inner_scale_l, inner_scale_r, <- vnorm_square. field. lra.
Qed.
Lemma beside_zero k : inner w (b k) = 0.
Proof. unfold b, vsub. rewrite inner_add_r, !inner_scale_r, Scale. unfold a. ring. Qed.
Lemma next_beside k : b (Datatypes.S k) = vscale (/ vnorm (F (x k))) (F (b k)).
Proof.
  unfold b at 2, a. rewrite (Apart v mu w (x k) k Unit Eigen (Left _)), Left. unfold b. rewrite next_along, Steps.
  unfold vsub. rewrite vscale_vadd, !vscale_vscale. do 2 f_equal. unfold a. ring.
Qed.
Let q k := inner (S (b k)) (S (b k)).
Let theta := s / mu ^ 2.
Let Mu : 0 < mu ^ 2. Proof. replace (mu ^ 2) with (mu * mu) by ring. apply Rsqr_pos_lt. exact Nonzero. Qed.
Lemma theta_small : 0 <= theta < 1.
Proof.
  unfold theta. split; [apply Rmult_le_pos; [exact Spos | left; apply Rinv_0_lt_compat, Mu]|].
  apply Rmult_lt_reg_r with (mu ^ 2); [exact Mu|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
Qed.
(* The share of what is beside v in these coordinates falls by theta in a step. *)
Lemma share k : q k <= q 0%nat / a 0%nat ^ 2 * theta ^ k * a k ^ 2.
Proof.
  assert (A0 := along_stays 0). induction k as [|k IH]; [right; simpl; field; exact A0|].
  assert (P := moves (x k) (along_stays k)). set (r := vnorm (F (x k))) in *.
  set (Q := q 0%nat / a 0%nat ^ 2 * theta ^ k) in *.
  assert (Q0 : 0 <= Q).
  { unfold Q, Rdiv. apply Rmult_le_pos; [|apply pow_le, theta_small]. apply Rmult_le_pos; [apply inner_nonneg|].
    left. apply Rinv_0_lt_compat. assert (H := Rsqr_pos_lt _ A0). unfold Rsqr in H. lra. }
  assert (H := Ratio v mu s _ (q k) Q (a k) k Unit Eigen Spos (inner_nonneg U _) (inner_nonneg U _) Q0 (Beside (b k) (beside_zero k)) IH).
  assert (E : q (Datatypes.S k) = / r ^ 2 * inner (S (F (b k))) (S (F (b k)))).
  { unfold q. rewrite next_beside, (adjoint_scale S S' AS), inner_scale_l, inner_scale_r. fold r. field. lra. }
  rewrite E, next_along. fold r. replace (q 0%nat / a 0%nat ^ 2 * theta ^ Datatypes.S k) with (Q * theta) by (unfold Q; simpl; ring).
  apply Rmult_le_reg_r with (r ^ 2 * mu ^ 2); [apply Rmult_lt_0_compat; [apply pow_lt, P | exact Mu]|].
  replace (Q * theta * (/ r * (mu * a k)) ^ 2 * (r ^ 2 * mu ^ 2)) with (s * Q * (mu * a k) ^ 2) by (unfold theta; field; lra).
  replace (/ r ^ 2 * inner (S (F (b k))) (S (F (b k))) * (r ^ 2 * mu ^ 2)) with (inner (S (F (b k))) (S (F (b k))) * mu ^ 2) by (field; lra).
  exact H.
Qed.
Lemma beside_vanishes eps : 0 < eps -> exists N, forall k, (N <= k)%nat -> inner (b k) (b k) < eps.
Proof.
  intros He. destruct BR as [C [C0 HC]]. assert (A0 := along_stays 0).
  set (Q := q 0%nat / a 0%nat ^ 2). set (D := C * C * (Q * inner w w) + 1).
  assert (A2 : 0 < a 0%nat ^ 2) by (replace (a 0%nat ^ 2) with (a 0%nat * a 0%nat) by ring;
    apply Rsqr_pos_lt; exact A0).
  assert (Q0 : 0 <= Q) by (apply Rmult_le_pos; [apply inner_nonneg | left; apply Rinv_0_lt_compat, A2]).
  assert (D0 : 0 < D).
  { assert (0 <= C * C * (Q * inner w w)); [|unfold D; lra]. apply Rmult_le_pos; [apply Rmult_le_pos; auto|].
    apply Rmult_le_pos; [exact Q0 | apply inner_nonneg]. }
  destruct theta_small as [T0 T1].
  destruct (pow_lt_1_zero theta) with (y := eps / D) as [N HN].
  { rewrite Rabs_right; lra. }
  { apply Rdiv_lt_0_compat; auto. }
  exists N. intros k Hk. specialize (HN k Hk).
  assert (Tk : 0 <= theta ^ k) by (apply pow_le; exact T0). rewrite Rabs_right in HN by lra.
  assert (B : inner (b k) (b k) <= C * C * q k).
  { assert (H := HC (S (b k))). rewrite Inverse in H. rewrite <- vnorm_square. unfold q.
    rewrite <- (vnorm_square (S (b k))).
    replace (C * C * (vnorm (S (b k)) * vnorm (S (b k)))) with
      (C * vnorm (S (b k)) * (C * vnorm (S (b k)))) by ring.
    apply Rmult_le_compat; auto; apply vnorm_nonneg. }
  assert (A : a k ^ 2 <= inner w w).
  { assert (H := cauchy_schwarz w (x k)). rewrite unit in H. unfold a. lra. }
  assert (H : q k <= Q * theta ^ k * inner w w).
  { eapply Rle_trans; [apply share|]. fold Q. apply Rmult_le_compat_l; [apply Rmult_le_pos; auto | exact A]. }
  assert (C * C * q k <= C * C * (Q * theta ^ k * inner w w)) by
    (apply Rmult_le_compat_l; [apply Rmult_le_pos; auto | exact H]).
  assert (E : D * theta ^ k < eps).
  { apply Rmult_lt_reg_r with (/ D); [apply Rinv_0_lt_compat, D0|].
    replace (D * theta ^ k * / D) with (theta ^ k) by (field; lra). exact HN. }
  unfold D in E. lra.
Qed.
Lemma beside_is k : inner (b k) (b k) = (a k - inner v (x k)) ^ 2 + (1 - inner v (x k) ^ 2).
Proof. exact (Angle v mu (x k) w k Unit Eigen (unit k)). Qed.
Lemma unit_part k : inner v (x k) ^ 2 <= 1.
Proof. assert (H := cauchy_schwarz v (x k)). rewrite unit, Unit in H. lra. Qed.
Theorem to_the_line : layers_tend (fun k => inner v (x k) ^ 2) 1.
Proof.
  intros eps He. destruct (beside_vanishes eps He) as [N HN]. exists N. intros k Hk.
  specialize (HN k Hk). rewrite beside_is in HN. assert (H := unit_part k).
  assert (G := pow2_ge_0 (a k - inner v (x k))). rewrite Rabs_left1; lra.
Qed.
Lemma along_positive k : 0 < mu -> 0 < a 0%nat -> 0 < a k.
Proof.
  intros M A. induction k as [|k IH]; [exact A|]. destruct (Rle_lt_or_eq_dec 0 (a (Datatypes.S k))) as [L|E]; [|exact L|].
  - unfold a. rewrite Steps, inner_scale_r. apply Rmult_le_pos; [left; apply Rinv_0_lt_compat, moves; unfold a in IH; lra|].
    apply Rmult_le_reg_l with (a k); [exact IH|]. rewrite Rmult_0_r. apply (Keeps v mu w (x k) k Unit Eigen M), Left.
  - exfalso. exact (along_stays (Datatypes.S k) (eq_sym E)).
Qed.
Theorem to_the_vector : 0 < mu -> 0 < inner w (x 0%nat) -> layers_vtend x v.
Proof.
  intros M A eps He. destruct (beside_vanishes (eps * eps / 4)) as [N HN].
  { assert (0 < eps * eps) by (apply Rmult_lt_0_compat; auto). lra. }
  exists N. intros k Hk. specialize (HN k Hk). rewrite Rminus_0_r, Rabs_right by (apply Rle_ge, vnorm_nonneg).
  rewrite <- (sqrt_square eps) by lra. apply sqrt_lt_1_alt. split; [apply inner_nonneg|].
  assert (H := Near v mu (x k) w k Unit Eigen (unit k) (Rlt_le _ _ (along_positive k M A))). fold (a k) (b k) in H. lra.
Qed.
End Orbit.
Lemma to_the_opposite v w mu s x : dominates v w mu s -> inner v v = 1 -> mu <> 0 -> 0 <= s -> inner (x 0%nat) (x 0%nat) = 1 ->
  steps x -> 0 < mu -> inner w (x 0%nat) < 0 -> layers_vtend x (vscale (-1) v).
Proof.
  intros (Eigen & Scale & Dominant & Left & Beside) Unit Nz Sp Start Steps M Neg.
  apply (to_the_vector (vscale (-1) v) (vscale (-1) w) mu s x); auto; rewrite ?inner_scale_l, ?inner_scale_r; try lra.
  unfold dominates. split; [rewrite (adjoint_scale F F' AF), Eigen, !vscale_vscale; f_equal; ring|].
  rewrite inner_scale_l, inner_scale_r, Scale. split; [ring|]. split; [exact Dominant|]. split.
  - intro c. rewrite !inner_scale_l, Left. ring.
  - intros c Z. apply Beside. rewrite inner_scale_l in Z. lra.
Qed.
Definition for_dominant (says : U -> U -> R -> R -> Prop) := forall v, inner v v = 1 -> forall w mu, mu <> 0 -> forall s, 0 <= s ->
  dominates v w mu s -> says v w mu s.
Section Claims.
Context {Token Mode : Type} (tokens : list Token) (modes : list Mode) (y : nat -> Token -> U) (same : Mode -> Mode -> R) (d : R).
Let orbit i := fun k => y k i.
Hypotheses (Start : forall i, inner (y 0%nat i) (y 0%nat i) = 1) (Steps : forall i, steps (orbit i)).
Lemma kept : for_dominant (fun v w mu s => forall i, inner w (y 0%nat i) <> 0 -> forall k, inner w (y k i) <> 0).
Proof. intros v Unit w mu Nz s Sp D i N. exact (along_stays v w mu s (orbit i) D Unit Nz N (Steps i)). Qed.
Lemma line : for_dominant (fun v w mu s => forall i, inner w (y 0%nat i) <> 0 -> layers_tend (fun k => inner v (y k i) ^ 2) 1).
Proof. intros v Unit w mu Nz s Sp D i N. exact (to_the_line v w mu s (orbit i) D Unit Nz Sp (Start i) N (Steps i)). Qed.
Lemma limits : for_dominant (fun v w mu s => (forall i, inner w (y 0%nat i) <> 0 -> layers_tend (fun k => inner v (y k i) ^ 2) 1) /\
  (0 < mu -> forall i, (0 < inner w (y 0%nat i) -> layers_vtend (orbit i) v) /\
    (inner w (y 0%nat i) < 0 -> layers_vtend (orbit i) (vscale (-1) v)))).
Proof.
  intros v Unit w mu Nz s Sp D. split; [exact (line v Unit w mu Nz s Sp D)|]. intros M i. split; intro A.
  - exact (to_the_vector v w mu s (orbit i) D Unit Nz Sp (Start i) (Rgt_not_eq _ _ A) (Steps i) M A).
  - exact (to_the_opposite v w mu s (orbit i) D Unit Nz Sp (Start i) (Steps i) M A).
Qed.
Hypotheses (ET : enumerates tokens) (Size : d = size modes) (Same : kronecker same).
(* What is not found are starts across w, which have no volume. *)
Lemma almost_all (e : Mode -> U) : (forall a b, inner (e a) (e b) = same a b) ->
  (forall a, a = vtotal modes (fun m => vscale (inner (e m) a) (e m))) /\ 2 <= d ->
  for_dominant (fun v w mu s => for_almost_every tokens (fun x0 : Token -> U => exists x : nat -> Token -> U,
    (forall i, x 0%nat i = x0 i) /\
    (forall k i, vnorm (F (x k i)) <> 0 /\ x (Datatypes.S k) i = vscale (/ vnorm (F (x k i))) (F (x k i))) /\
    (forall i, layers_tend (fun k => inner v (x k i) ^ 2) 1) /\
    (0 < mu -> forall i, layers_vtend (fun k => x k i) v \/ layers_vtend (fun k => x k i) (vscale (-1) v)))).
Proof.
  intros Orth [Spans Two] v Unit w mu Nz s Sp D. set (B := map e modes).
  assert (Frame : forall x, x = vtotal B (fun b => vscale (inner b x) b)).
  { intro a. rewrite (Spans a) at 1. unfold B. generalize modes. intro T. induction T as [|m T IH]; simpl; [|rewrite IH]; reflexivity. }
  assert (One : of_length_one B) by (intros b I; apply in_map_iff in I; destruct I as [m [<- _]]; rewrite Orth; apply Same).
  assert (Long : (2 <= length B)%nat) by (unfold B; rewrite map_length; apply INR_le; rewrite <- size_length; simpl INR; lra).
  exists B. split; [exact One|]. split; [exact Frame|].
  assert (W : w <> vzero) by (intro E; destruct D as (_ & Scale & _); rewrite E, inner_zero_l in Scale; lra).
  apply (null_part _ _ _ (null_section tokens B w ET (expansion_resolves B Frame) One Long W)).
  intros x0 [Ones Not]. split; [exact Ones|].
  destruct (some_or_all tokens (fun i => inner w (x0 i))) as [Z|All]; [exact Z|]. exfalso. apply Not.
  assert (N : forall i, inner w (x0 i) <> 0) by (intro i; apply All; apply ET).
  set (x := fun (k : nat) (i : Token) => Nat.iter k (fun u => vscale (/ vnorm (F u)) (F u)) (x0 i)).
  assert (St : forall i, steps (fun k => x k i)) by (intros i k; reflexivity).
  exists x. split; [reflexivity|]. split; [|split].
  - intros k i. split; [|reflexivity]. apply Rgt_not_eq. apply (moves v w mu s D Nz).
    exact (along_stays v w mu s (fun k => x k i) D Unit Nz (N i) (St i) k).
  - intro i. apply (to_the_line v w mu s (fun k => x k i)); auto.
  - intros M i. destruct (Rdichotomy _ _ (N i)) as [L|G].
    + right. apply (to_the_opposite v w mu s (fun k => x k i)); auto.
    + left. apply (to_the_vector v w mu s (fun k => x k i)); auto.
Qed.
End Claims.
End Power.
