(* Consensus at an eigenvector of the sum of the heads is exponentially stable if the derivative shrinks
   the mean of tangent vectors, and unstable if it stretches the mean along a projector by more. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words TotalLayers Curves Families Drawn Frechet Stability Instability.
From Kernel Require Import SphereProducts ConsensusLayer.
Open Scope R_scope.

Section MeanAndDeviation.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (z : Token -> U) (m w : U).
Hypothesis Mean : forall q, size tokens * inner m q = total tokens (fun i => inner (z i) q).
Lemma shifted_total : total tokens (fun i => inner (vadd (z i) w) (vadd (z i) w)) =
  (total tokens (fun i => inner (z i) (z i)) - size tokens * inner m m)
  + size tokens * inner (vadd m w) (vadd m w).
Proof.
  rewrite (total_ext tokens _ (fun i => inner (z i) (z i) + (2 * inner (z i) w + inner w w * 1))).
  2: { intro i. repeat (rewrite inner_add_l || rewrite inner_add_r). rewrite (inner_sym _ w (z i)). ring. }
  rewrite !total_add, !total_scale, <- (Mean w). fold (size tokens).
  repeat (rewrite inner_add_l || rewrite inner_add_r). rewrite (inner_sym _ w m). ring.
Qed.
Lemma mean_is_shorter : size tokens * inner m m <= total tokens (fun i => inner (z i) (z i)).
Proof.
  assert (Q : 0 <= total tokens (fun i => inner (vsub (z i) m) (vsub (z i) m))) by
    (apply total_nonneg; intro; apply inner_nonneg).
  rewrite (total_ext tokens _ (fun i => inner (z i) (z i) + (-2 * inner (z i) m + inner m m * 1))) in Q.
  2: { intro i. unfold vsub. repeat (rewrite inner_add_l || rewrite inner_add_r || rewrite inner_scale_l
         || rewrite inner_scale_r). rewrite (inner_sym _ m (z i)). ring. }
  rewrite !total_add, !total_scale, <- (Mean m) in Q. fold (size tokens) in Q. lra.
Qed.
End MeanAndDeviation.
Definition tokenwise {Token} {U : inner_product_space} (W : U -> U) (z : Token -> U) : Token -> U := fun i
  => W (z i).
Lemma positive_family {Token} (tokens : list Token) (L : lists tokens) (U : inner_product_space) (W : U ->
  U) :
  positive W -> positive (S := states U tokens L) (tokenwise W).
Proof.
  intros [Sy [[C [C0 B]] Ps]]. split; [|split].
  - intros x y. simpl. apply total_ext. intro i. apply Sy.
  - exists C. split; [auto|]. intro x. apply vnorm_le; [apply Rmult_le_pos; [auto|apply vnorm_nonneg]|].
    replace (C * vnorm x * (C * vnorm x)) with (C * C * (vnorm x * vnorm x)) by ring.
    rewrite vnorm_square. simpl. rewrite <- total_scale. apply total_le. intro i. unfold tokenwise.
    rewrite <- !vnorm_square. specialize (B (x i)). assert (N := vnorm_nonneg (W (x i))).
    replace (C * C * (vnorm (x i) * vnorm (x i))) with ((C * vnorm (x i)) * (C * vnorm (x i))) by ring.
    apply Rmult_le_compat; auto.
  - intros x N. simpl. assert (NN : forall i, 0 <= inner (x i) (tokenwise W x i)).
    { intro i. apply (positive_nonneg W). split; [auto|]. split; [exists C; auto | auto]. }
    assert (P := total_nonneg tokens (fun i => inner (x i) (tokenwise W x i)) NN).
    destruct P as [P|Z]; [exact P|]. exfalso. apply N. apply functional_extensionality. intro i.
    simpl. destruct (Req_dec (inner (x i) (x i)) 0) as [Y|Y]; [apply inner_definite; exact Y|].
    assert (0 < inner (x i) (W (x i))). { apply Ps. intro E. apply Y. rewrite E. apply inner_zero_l. }
    assert (Q := total_at_least tokens _ i (L i) NN). unfold tokenwise in *. lra.
Qed.
Lemma coercive_family {Token} (tokens : list Token) (L : lists tokens) (U : inner_product_space) (W : U ->
  U) :
  coercive W -> coercive (S := states U tokens L) (tokenwise W).
Proof.
  intros [c [C Low]]. exists c. split; [auto|]. intro x. simpl. rewrite <- total_scale.
  apply total_le. intro i. apply Low.
Qed.
Lemma tangent_part_add {U : inner_product_space} (v a b : U) :
  tangent_part v (vadd a b) = vadd (tangent_part v a) (tangent_part v b).
Proof. unfold tangent_part. apply inner_ext. intro q. unfold vsub. rewrite inner_add_r.
  repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. Qed.
Lemma tangent_part_tangent {U : inner_product_space} (v a : U) : inner v a = 0 -> tangent_part v a = a.
Proof. intro H. unfold tangent_part. rewrite H. vector_sums. Qed.

(* A tangent z shrinks if its mean does, in any inner product. *)
Lemma consensus_jacobian_bound (U : inner_product_space) (Token Head : Type) (tokens : list Token)
  (T : enumerates tokens) (heads : list Head) (F : Head -> U -> U) (W : U -> U) (v : U) (tau lam kappa : R)
  (z : Token -> U) : positive W -> 0 < 1 + tau * lam -> 0 <= kappa -> (forall i, inner v (z i) = 0) ->
  (forall m, m = vscale (/ size tokens) (vtotal tokens z) ->
     let w := tangent_part v (vadd m (vscale tau (layer_matrix heads F m))) in
     inner w (W w) <= kappa ^ 2 * inner m (W m)) ->
  let J := consensus_jacobian tokens heads F tau lam v T in
  total tokens (fun i => inner (J z i) (W (J z i))) <=
    (Rmax 1 kappa / (1 + tau * lam)) ^ 2 * total tokens (fun i => inner (z i) (W (z i))).
Proof.
  intros HW Rho Kap Tz Gap J. set (rho := 1 + tau * lam) in *. set (top := Rmax 1 kappa).
  assert (T1 : 1 <= top) by apply Rmax_l. assert (T2 : kappa <= top) by apply Rmax_r.
  set (m := vscale (/ size tokens) (vtotal tokens z)).
  set (V := layer_matrix heads F) in *.
  assert (N0 : 0 < size tokens) by (apply size_positive; auto).
  assert (Tm : inner v m = 0).
  { unfold m. rewrite inner_scale_r, inner_vtotal_r.
    rewrite (total_ext tokens _ (fun _ => 0)) by (intro i; apply (Tz i)). rewrite total_zero. ring. }
  specialize (Gap m eq_refl). cbv zeta in Gap. set (q := tangent_part v (vadd m (vscale tau (V m)))) in *.
  set (w := vsub q m). set (Y := weighted U W HW).
  assert (EJ : forall i, J z i = vscale (/ rho) (vadd (z i) w)).
  { intro i. unfold J, consensus_jacobian. fold m. fold V. fold rho. f_equal. unfold w, q.
    rewrite !tangent_part_add, (tangent_part_tangent v m Tm), (tangent_part_tangent v (z i) (Tz i)).
      vector_sums. }
  assert (Mean : forall x : Y, size tokens * @inner Y m x = total tokens (fun i => @inner Y (z i) x)).
  { intro x. simpl. unfold m. rewrite inner_scale_l, inner_vtotal_l. field. lra. }
  assert (G1 := shifted_total (U := Y) tokens z m w Mean).
  assert (G2 := mean_is_shorter (U := Y) tokens z m Mean).
  assert (MW : @vadd Y m w = q) by (unfold w; change (@vadd U m (vsub q m) = q); vector_sums).
  rewrite MW in G1.
  change (@inner Y q q) with (inner q (W q)) in G1. change (@inner Y m m) with (inner m (W m)) in G1, G2.
  set (E := total tokens (fun i => @inner Y (z i) (z i))) in *.
  change (total tokens (fun i => inner (J z i) (W (J z i))) <= (top / rho) ^ 2 * E).
  rewrite (total_ext tokens _ (fun i => / rho ^ 2 * @inner Y (@vadd Y (z i) w) (@vadd Y (z i) w))).
  2: { intro i. rewrite EJ. change (@inner Y (@vscale Y (/ rho) (@vadd Y (z i) w)) (@vscale Y (/ rho)
    (@vadd Y (z i) w)) =
         / rho ^ 2 * @inner Y (@vadd Y (z i) w) (@vadd Y (z i) w)).
       rewrite inner_scale_l, inner_scale_r. field. lra. }
  rewrite total_scale. change (total tokens (fun i => @inner Y (@vadd Y (z i) w) (@vadd Y (z i) w)) =
    (E - size tokens * inner m (W m)) + size tokens * inner q (W q)) in G1. rewrite G1. clear G1.
  replace ((top / rho) ^ 2 * E) with (/ rho ^ 2 * (top ^ 2 * E)) by (field; lra).
  apply Rmult_le_compat_l; [left; apply Rinv_0_lt_compat; nra|].
  assert (M0 : 0 <= inner m (W m)) by (apply (positive_nonneg W HW)).
  assert (M1 : size tokens * inner q (W q) <= size tokens * (kappa ^ 2 * inner m (W m))) by
    (apply Rmult_le_compat_l; lra).
  assert (M2 : kappa ^ 2 <= top ^ 2) by (simpl; nra). assert (M3 : 1 <= top ^ 2) by (simpl; nra).
  set (a := size tokens * inner m (W m)) in *. assert (A0 : 0 <= a) by (apply Rmult_le_pos; lra).
  replace (size tokens * (kappa ^ 2 * inner m (W m))) with (kappa ^ 2 * a) in M1 by (unfold a; ring).
  assert (kappa ^ 2 * a <= top ^ 2 * a) by (apply Rmult_le_compat_r; auto).
  assert (1 * (E - a) <= top ^ 2 * (E - a)) by (apply Rmult_le_compat_r; lra). lra.
Qed.
Lemma positive_identity (S : inner_product_space) : positive (S := S) (fun x => x).
Proof.
  split; [intros x y; reflexivity|]. split.
  - exists 1. split; [lra|]. intro x. lra.
  - intros x N. destruct (inner_nonneg S x) as [P|Z]; [exact P|]. exfalso. apply N, inner_definite. auto.
Qed.
Lemma coercive_identity (S : inner_product_space) : coercive (S := S) (fun x => x).
Proof. exists 1. split; [lra|]. intro x. lra. Qed.
Lemma layer_matrix_linear {U : inner_product_space} {Head} (heads : list Head) (F : Head -> U -> U) :
  (forall h, linear (F h)) -> linear (layer_matrix heads F).
Proof.
  intro LF. unfold layer_matrix. split; intros; induction heads as [|h H IH]; simpl.
  - vector_sums.
  - rewrite IH, (proj1 (LF h)). vector_sums.
  - vector_sums.
  - rewrite IH, (proj2 (LF h)). vector_sums.
Qed.

(* The mean of the tokens. *)
Section Mean.
Context {U : inner_product_space} {Token : Type} (tokens : list Token).
Definition mean (z : Token -> U) : U := vscale (/ size tokens) (vtotal tokens z).
Lemma mean_inner z q : inner q (mean z) = / size tokens * total tokens (fun i => inner q (z i)).
Proof. unfold mean. rewrite inner_scale_r, inner_vtotal_r. reflexivity. Qed.
Lemma mean_add x y : mean (fun i => vadd (x i) (y i)) = vadd (mean x) (mean y).
Proof.
  apply inner_ext. intro q. rewrite !(inner_sym _ _ q), inner_add_r, !mean_inner, <- Rmult_plus_distr_l,
    <- total_add. f_equal. apply total_ext. intro i. apply inner_add_r.
Qed.
Lemma mean_scale c x : mean (fun i => vscale c (x i)) = vscale c (mean x).
Proof.
  apply inner_ext. intro q. rewrite !(inner_sym _ _ q), inner_scale_r, !mean_inner.
  rewrite (total_ext tokens _ (fun i => c * inner q (x i))) by (intro i; apply inner_scale_r).
  rewrite total_scale. ring.
Qed.
Lemma mean_tangent v z : tangent_at (consensus v) z -> inner v (mean z) = 0.
Proof.
  intro Tz. rewrite mean_inner, (total_ext tokens _ (fun _ => 0)) by (intro i; apply (Tz i)).
  rewrite total_zero. ring.
Qed.
Hypothesis T : enumerates tokens.
Lemma mean_is_mean z q : size tokens * inner (mean z) q = total tokens (fun i => inner (z i) q).
Proof.
  assert (N0 : 0 < size tokens) by (apply size_positive; auto).
  unfold mean. rewrite inner_scale_l, inner_vtotal_l. field. lra.
Qed.
Lemma mean_same c : mean (fun _ => c) = c.
Proof.
  assert (N0 : 0 < size tokens) by (apply size_positive; auto).
  apply inner_ext. intro q. apply Rmult_eq_reg_l with (size tokens); [|lra]. rewrite mean_is_mean.
  unfold size. rewrite <- total_scale_r. apply total_ext. intro i. ring.
Qed.
Lemma mean_of_parts z a v c : mean (fun i => vscale c (tangent_part v (vadd (z i) a))) =
  vscale c (tangent_part v (vadd (mean z) a)).
Proof.
  rewrite (mean_scale c (fun i => tangent_part v (vadd (z i) a))). f_equal. unfold tangent_part, vsub.
  rewrite (mean_add (fun i => vadd (z i) a)), (mean_add z (fun _ => a)), mean_same. f_equal.
  rewrite (mean_scale (-1) (fun i => vscale (inner v (vadd (z i) a)) v)). f_equal.
  apply inner_ext. intro q. rewrite inner_scale_l. apply Rmult_eq_reg_l with (size tokens).
  2: { apply Rgt_not_eq, size_positive, T. }
  rewrite mean_is_mean, (inner_sym _ v (vadd (mean z) a)), <- Rmult_assoc.
  replace (size tokens * inner (vadd (mean z) a) v) with (total tokens (fun i => inner v (vadd (z i) a))).
  - rewrite <- total_scale_r. apply total_ext. intro i. apply inner_scale_l.
  - rewrite inner_add_l, Rmult_plus_distr_l, mean_is_mean. unfold size. rewrite <- total_scale_r, <-
    total_add.
    apply total_ext. intro i. rewrite inner_sym, inner_add_l. ring.
Qed.
End Mean.

(* Any layer matrix, in any inner product: |Q (m + tau F m)| <= kappa |m| for m orthogonal to v. *)
Section Consensus.
Context (U : inner_product_space) (Token Head : Type) (tokens : list Token) (T : enumerates tokens)
  (heads : list Head) (F : Head -> U -> U) (w : Head -> (Token -> U) -> Token -> Token -> R)
  (kind : (Token -> U) -> Prop) (f : (Token -> U) -> Token -> U) (v : U) (tau lam : R).
Let L : lists tokens := proj2 (proj2 T).
Let X := states U tokens L.
Let rho := 1 + tau * lam.
Hypothesis Formula : forall x i, f x i = several_heads tokens heads F w tau x i.
Hypothesis Kind : kind_of_layer kind (moved tokens heads F w tau).
Hypothesis LF : forall h, linear (F h).
Hypothesis BF : forall h, bounded (F h).
Hypothesis Smooth : forall h i j, differentiable_at (S := X) (fun x => w h x i j) (consensus v).
Hypothesis Ones : forall h x i, total tokens (w h x i) = 1.
Hypothesis Equal : forall h i j, w h (consensus v) i j = / size tokens.
Hypothesis Unit : inner v v = 1.
Hypothesis Eigen : layer_matrix heads F v = vscale lam v.
Hypothesis Rho : 0 < rho.
Lemma formula : f = several_heads tokens heads F w tau.
Proof. apply functional_extensionality. intro x. apply functional_extensionality. apply Formula. Qed.
Let rests := consensus_rests tokens heads F w tau lam v T LF BF Unit Eigen Rho Smooth Ones Equal kind Kind.
Let fixed := consensus_fixed tokens heads F w tau lam v T Unit Eigen Rho Ones.
Let kept := consensus_kept tokens heads F w tau lam v T LF BF Unit Eigen Rho Smooth Ones Equal kind Kind.
Lemma consensus_smooth : is_fderive_on (S := X) (U := X) kind (several_heads tokens heads F w tau)
  (consensus v)
  (consensus_jacobian tokens heads F tau lam v T).
Proof.
  apply (fderive_smaller (S := X) everywhere kind); [intros; exact Logic.I|].
  exact (consensus_derivative tokens heads F w tau lam v T LF BF Unit Eigen Rho Smooth Ones Equal).
Qed.
Lemma consensus_tangents : tangent_to (S := X) kind (consensus v) (tangent_at (consensus v)).
Proof.
  apply (tangent_smaller (S := X) spheres kind (consensus v) (proj1 Kind)).
  apply spheres_tangent. intro i. exact Unit.
Qed.
Theorem consensus_is_stable (W : U -> U) (kappa : R) : positive W -> coercive W -> 0 < tau * lam ->
  0 <= kappa < rho ->
  (forall m, inner v m = 0 -> let q := tangent_part v (vadd m (vscale tau (layer_matrix heads F m))) in
     inner q (W q) <= kappa ^ 2 * inner m (W m)) ->
  total_exponentially_stable kind f (fun _ => v).
Proof.
  intros HW Coe TL Kap Gap. rewrite formula. set (top := Rmax 1 kappa).
  assert (T1 : 1 <= top) by apply Rmax_l. assert (T2 : kappa <= top) by apply Rmax_r.
  assert (T3 : top < rho) by (apply Rmax_lub_lt; [unfold rho; lra | apply Kap]).
  apply (total_exponentially_stable_by tokens L); [exact rests|].
  apply (attracts_by_linearisation X (tokenwise W) kind _
    (consensus_jacobian tokens heads F tau lam v T) (consensus v) (tangent_at (consensus v)) (top / rho)).
  - apply positive_family, HW.
  - apply coercive_family, Coe.
  - exact kept.
  - exact fixed.
  - exact consensus_smooth.
  - exact consensus_tangents.
  - split; [apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; auto]|].
    apply Rmult_lt_reg_r with rho; [auto|]. replace (top / rho * rho) with top by (field; lra). lra.
  - intros z Tz. apply (consensus_jacobian_bound U Token Head tokens T heads F W v tau lam kappa z); auto;
    [lra|].
    intros m Em. apply Gap. rewrite Em, inner_scale_r, inner_vtotal_r.
    rewrite (total_ext tokens _ (fun _ => 0)) by (intro i; apply (Tz i)). rewrite total_zero. ring.
Qed.
(* A projects on directions that the mean is stretched along by s or more, and beside them by at most
   kappa, less than s. *)
Theorem consensus_is_unstable (A : U -> U) (g : U) (s kappa : R) :
  linear A -> (forall x, vnorm (A x) <= vnorm x) -> (forall x, A (A x) = A x) ->
  (forall x, inner v (A x) = 0) -> A v = vzero ->
  (forall x, A (layer_matrix heads F x) = layer_matrix heads F (A x)) ->
  1 < s -> rho < s -> 0 <= kappa < s ->
  (forall m, s * vnorm (A m) <= vnorm (vadd (A m) (vscale tau (layer_matrix heads F (A m))))) ->
  (forall m, inner v m = 0 -> A m = vzero ->
     let q := tangent_part v (vadd m (vscale tau (layer_matrix heads F m))) in
     inner q q <= kappa ^ 2 * inner m m) ->
  A g = g -> g <> vzero -> total_unstable kind f (fun _ => v).
Proof.
  intros LA Short Twice Beside None Commutes S1 Sr Kap Far Near Own NZ. rewrite formula.
  assert (LV := layer_matrix_linear heads F LF). set (V := layer_matrix heads F) in *.
  assert (N0 : 0 < size tokens) by (apply size_positive; auto).
  set (E := (fun z _ => A (mean tokens z)) : X -> X).
  set (J := consensus_jacobian tokens heads F tau lam v T).
  assert (DJ := consensus_smooth). fold J in DJ. assert (LJ := proj1 DJ).
  assert (LinE : linear E).
  { split; intros; apply functional_extensionality; intro i; unfold E.
    - transitivity (A (vadd (mean tokens x) (mean tokens y))); [f_equal; exact (mean_add tokens x y) |
      apply LA].
    - transitivity (A (vscale c (mean tokens x))); [f_equal; exact (mean_scale tokens c x) | apply LA]. }
  assert (ME : forall z, mean tokens (E z) = A (mean tokens z)) by (intro z; exact (mean_same tokens T (A
    (mean tokens z)))).
  assert (JE : forall z i, J (E z) i =
    vscale (/ rho) (vadd (A (mean tokens z)) (vscale tau (V (A (mean tokens z)))))).
  { intros z i. unfold J, consensus_jacobian. fold V rho. f_equal. fold (mean tokens (E z)). rewrite ME.
    apply tangent_part_tangent. rewrite inner_add_r, inner_scale_r, <- Commutes.
    unfold E. rewrite !Beside. ring. }
  assert (EJ : forall z, tangent_at (consensus v) z -> E (J z) = J (E z)).
  { intros z Tz. apply functional_extensionality. intro i. rewrite JE. unfold E at 1.
    assert (MJ : mean tokens (J z) = vscale (/ rho) (tangent_part v
      (vadd (mean tokens z) (vscale tau (V (mean tokens z)))))).
    { unfold J, consensus_jacobian. fold V rho. fold (mean tokens z).
      apply (mean_of_parts tokens T z (vscale tau (V (mean tokens z))) v (/ rho)). }
    rewrite MJ, (proj2 LA). f_equal. unfold tangent_part. rewrite (linear_sub A LA), (proj2 LA), None.
    rewrite (proj1 LA), (proj2 LA), Commutes. vector_sums. }
  apply (total_unstable_by tokens L); [exact rests|].
  assert (M1 : 1 <= Rmax 1 kappa) by apply Rmax_l.
  assert (IR : 0 < / rho) by (apply Rinv_0_lt_compat; auto).
  apply (repels_by_linearisation X (fun x => x) kind _ J (consensus v) (tangent_at (consensus v)) E (s / rho)
    (Rmax 1 kappa / rho) (consensus g)).
  - apply positive_identity.
  - apply coercive_identity.
  - exact kept.
  - exact fixed.
  - exact DJ.
  - exact consensus_tangents.
  - exact LinE.
  - exists 1. split; [lra|]. intro z. rewrite Rmult_1_l. apply vnorm_le; [apply vnorm_nonneg|].
    rewrite vnorm_square. simpl. set (m := mean tokens z).
    assert (Q := mean_is_shorter tokens z m (mean_is_mean tokens T z)).
    rewrite (total_ext tokens _ (fun _ => inner (A m) (A m) * 1)) by (intro i; unfold E; fold m; ring).
    rewrite total_scale. fold (size tokens).
    assert (inner (A m) (A m) <= inner m m).
    { rewrite <- !vnorm_square. apply Rmult_le_compat; auto using vnorm_nonneg. }
    assert (inner (A m) (A m) * size tokens <= inner m m * size tokens) by (apply Rmult_le_compat_r; lra).
      lra.
  - apply Rmult_lt_reg_r with rho; [auto|]. replace (s / rho * rho) with s by (field; lra). lra.
  - split; [apply Rmult_le_pos; lra|]. apply Rmult_lt_compat_r; [auto|]. apply Rmax_lub_lt; lra.
  - intros z Tz. rewrite EJ by exact Tz. simpl. rewrite <- total_scale. apply total_le. intro i.
    rewrite JE. set (m := mean tokens z). unfold E. fold m.
    rewrite inner_scale_l, inner_scale_r, <- !vnorm_square. specialize (Far m).
    set (a := vnorm (A m)) in *. set (b := vnorm (vadd (A m) _)) in *. assert (0 <= a) by apply vnorm_nonneg.
    assert (B : (s * a) * (s * a) <= b * b).
    { apply Rmult_le_compat; auto; apply Rmult_le_pos; lra. }
    replace (s * (s * 1) * (/ rho * (/ rho * 1)) * (a * a)) with (/ rho * (/ rho * (s * a * (s * a)))) by
      ring.
    replace ((s / rho) * ((s / rho) * 1) * (a * a)) with (/ rho * (/ rho * (s * a * (s * a)))) by (field;
      lra).
    apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; lra.
  - intros z Tz. rewrite EJ by exact Tz. rewrite <- (linear_sub J LJ).
    assert (Ez : forall i, (vsub z (E z) : X) i = vsub (z i) (A (mean tokens z))) by reflexivity.
    apply (consensus_jacobian_bound U Token Head tokens T heads F (fun x => x) v tau lam kappa (vsub z (E
      z) : X)).
    + apply positive_identity.
    + exact Rho.
    + apply Kap.
    + intro i. rewrite Ez. unfold vsub. rewrite inner_add_r, inner_scale_r, Beside.
      replace (inner v (z i)) with 0 by (symmetry; apply (Tz i)). ring.
    + assert (Mz : mean tokens (vsub z (E z) : X) = vsub (mean tokens z) (A (mean tokens z))).
      { unfold vsub at 1. change (@vadd X z (@vscale X (-1) (E z))) with (fun i => vadd (z i) (vscale (-1)
        (E z i))).
        rewrite (mean_add tokens z (fun i => vscale (-1) (E z i))), (mean_scale tokens (-1) (E z)), ME.
        reflexivity. }
      intros m Em. fold (mean tokens (vsub z (E z) : X)) in Em. rewrite Mz in Em. apply Near.
      * rewrite Em. unfold vsub. rewrite inner_add_r, inner_scale_r, Beside.
        rewrite (mean_tangent tokens v z Tz). ring.
      * rewrite Em, (linear_sub A LA), Twice. apply vsub_self.
  - apply (direction_smaller (S := X) spheres kind (consensus v)).
    + exact (consensus_near tokens heads F w tau lam v T LF BF Unit Eigen Rho Smooth Ones Equal kind Kind).
    + apply spheres_direction; [intro i; exact Unit|]. intro i. unfold consensus. rewrite <- Own. apply
      Beside.
  - apply functional_extensionality. intro i. unfold E, consensus. rewrite (mean_same tokens T g). exact Own.
  - intro Z. destruct tokens as [|i W]; [exact (proj1 T eq_refl)|].
    exact (NZ (f_equal (fun h : _ -> U => h i) Z)).
Qed.
End Consensus.
