(* Consensus at an eigenvector attracts, if what is beside it grows by less in some inner product: tokens
   that all see the same, and tokens under a mask that is triangular in some order. *)
From Coq Require Import Reals Lra List Lia.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words TotalLayers Curves Bounded Attention States Cones NearAgreement.
From Kernel Require Import Spheres Cascade Causal NearConsensus.
Open Scope R_scope.

(* ------------------------------------------------------------------ 1. in some norm *)

Section Consensus.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (seen : Token -> Token -> R)
  (F F_T P : S -> S) (tau phi lam : R) (v : S) (n : S -> R) (c1 c2 kappa : R).
Hypothesis ET : enumerates tokens.
Hypothesis Seen : forall i j, 0 <= seen i j.
Hypothesis Some : forall i, 0 < total tokens (seen i).
Hypothesis Attracted : comes_if_shrunk tokens seen F P tau lam v n.
Hypothesis HF : adjoint F F_T.
Hypothesis Phi : 0 <= phi.
Hypothesis BF : forall x, vnorm (F x) <= phi * vnorm x.
Hypothesis Tau : 0 < tau.
Hypothesis Unit : inner v v = 1.
Let rho := 1 + tau * lam.
Hypothesis Rho : 1 < rho.
Hypothesis N : seminorm n.
Hypothesis C1 : 0 < c1.
Hypothesis C2 : 0 < c2.
Hypothesis Above : forall z, vnorm z <= c1 * n z.
Hypothesis Below : forall z, n z <= c2 * vnorm z.
Hypothesis Kappa : 0 <= kappa < rho.
Hypothesis Slower : forall z, inner z v = 0 -> n (vadd z (vscale tau (beside v (F z)))) <= kappa * n z.
Variable kind : (Token -> S) -> Prop.
Hypothesis Kind : forall x, kind x -> forall i, inner (x i) (x i) = 1.
Let most := Rmax 1 kappa.
Let Most : 1 <= most /\ kappa <= most /\ most < rho.
Proof. unfold most. split; [apply Rmax_l|]. split; [apply Rmax_r | apply Rmax_lub_lt; lra]. Qed.
Lemma norm_scaled c z : 0 <= c -> n (vscale c z) = c * n z.
Proof. intro P0. rewrite (proj2 (proj2 N)), Rabs_right; lra. Qed.
Lemma mean_beside_orthogonal (w : Token -> R) (x : Token -> S) :
  inner (vtotal tokens (fun j => vscale (w j) (beside v (x j)))) v = 0.
Proof. rewrite <- (beside_total v tokens). apply beside_orthogonal, Unit. Qed.

(* Everybody sees the same: the mean grows as one token does, and differences do not. *)
Theorem stable_if_alike : (forall i k j, seen i j = seen k j) ->
  total_come_near kind (one_layer_on tokens seen F P tau) (fun _ => v).
Proof.
  intro Alike. destruct Most as [M1 [M2 M3]].
  assert (First : exists i0 : Token, True).
  { destruct tokens as [|i0 T0]; [exfalso; apply (proj1 ET); reflexivity | exists i0; exact I]. }
  destruct First as [i0 _].
  destruct (equally_row tokens (seen i0) (Seen i0) (Some i0)) as [W One].
  set (w := equally tokens (seen i0)) in *.
  set (m := fun x : Token -> S => vtotal tokens (fun j => vscale (w j) (x j))).
  assert (Avg : forall x i, averaged tokens seen x i = m x).
  { intros x i. unfold averaged, m, w. apply inner_ext. intro q. rewrite !inner_vtotal_l. apply total_ext. intro j.
    f_equal. f_equal. unfold equally. rewrite (Alike i i0). f_equal. apply total_ext. intro k. apply Alike. }
  assert (Mean : forall x c, (forall i, n (x i) <= c) -> n (m x) <= c).
  { intros x c H. apply (norm_mean n N tokens w x c W One H). }
  assert (Sub : forall a b, n (vsub a b) <= n a + n b).
  { intros a b. unfold vsub. eapply Rle_trans; [apply N|]. rewrite (proj2 (proj2 N)), Rabs_left by lra. lra. }
  assert (MeanSub : forall x y, vsub (m y) (m x) = m (fun i => vsub (y i) (x i))).
  { intros x y. apply inner_ext. intro q. unfold m, vsub. rewrite inner_add_l, inner_scale_l, !inner_vtotal_l.
    rewrite <- total_scale, <- total_add. apply total_ext. intro j.
    repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. }
  apply (Attracted (fun e x => n (m x) <= e /\ forall i, n (vsub (x i) (m x)) <= e) 2 2 (most / rho)); auto; try lra.
  - split; [left; apply Rdiv_lt_0_compat; lra|]. apply Rmult_lt_reg_r with rho; [lra|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
  - intros e e' x Le [A B]. split; [lra|]. intro i. specialize (B i). lra.
  - intros e x E0 H. assert (A := Mean x e H). split; [lra|]. intro i.
    eapply Rle_trans; [apply Sub|]. specialize (H i). lra.
  - intros e x E0 [A B] i. assert (Q := norm_sub_le n N (x i) (m x)). specialize (B i). lra.
  - intros e x E0 [A B]. set (z := fun i => beside v (x i)).
    change (n (m z) <= e) in A. change (forall i, n (vsub (z i) (m z)) <= e) in B.
    set (u := vadd (m z) (vscale tau (beside v (F (m z))))).
    assert (Lin : forall i, linear_beside tokens seen F tau v x i = vadd (vsub (z i) (m z)) u).
    { intro i. unfold linear_beside. fold z. rewrite Avg. unfold u. apply inner_ext. intro q. unfold vsub.
      repeat (rewrite inner_add_l || rewrite inner_scale_l). unfold z. ring. }
    assert (Mu : m (fun i => vscale (/ rho) (linear_beside tokens seen F tau v x i)) = vscale (/ rho) u).
    { apply inner_ext. intro q. unfold m at 1. rewrite inner_vtotal_l, inner_scale_l.
      transitivity (/ rho * (total tokens (fun j => w j * inner (z j) q) +
        (- inner (m z) q + inner u q) * total tokens w)).
      - rewrite <- total_scale, <- total_add, <- total_scale. apply total_ext. intro j.
        rewrite Lin. unfold vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring.
      - rewrite One. unfold m. rewrite inner_vtotal_l.
        rewrite (total_ext tokens (fun k => inner (vscale (w k) (z k)) q) (fun j => w j * inner (z j) q));
          [ring | intro; apply inner_scale_l]. }
    assert (Ir : 0 < / rho) by (apply Rinv_0_lt_compat; lra).
    assert (Nu : n u <= kappa * n (m z)) by (apply Slower, mean_beside_orthogonal).
    split.
    + fold rho. rewrite Mu, norm_scaled by lra. assert (0 <= n (m z)) by apply N.
      replace (most / rho * e) with (/ rho * (most * e)) by (unfold Rdiv; ring).
      apply Rmult_le_compat_l; [lra|]. eapply Rle_trans; [exact Nu|]. apply Rmult_le_compat; lra.
    + intro i. fold rho. rewrite Mu.
      replace (vsub _ _) with (vscale (/ rho) (vsub (z i) (m z))).
      2:{ rewrite Lin. apply inner_ext. intro q. unfold vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. }
      rewrite norm_scaled by lra. replace (most / rho * e) with (/ rho * (most * e)) by (unfold Rdiv; ring).
      apply Rmult_le_compat_l; [lra|]. specialize (B i). apply Rle_trans with (1 * e); [lra|].
      apply Rmult_le_compat_r; lra.
  - intros e d x y [A B] D. assert (Dm : n (vsub (m y) (m x)) <= d) by (rewrite MeanSub; apply Mean, D).
    assert (D0 : 0 <= d) by (eapply Rle_trans; [apply (proj1 N (vsub (m y) (m x))) | exact Dm]). split.
    + assert (Q := norm_sub_le n N (m y) (m x)). lra.
    + intro i. replace (vsub (y i) (m y)) with
        (vadd (vsub (x i) (m x)) (vsub (vsub (y i) (x i)) (vsub (m y) (m x)))).
      2:{ apply inner_ext. intro q. unfold vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. }
      eapply Rle_trans; [apply N|]. eapply Rle_trans; [apply Rplus_le_compat_l, Sub|].
      specialize (B i). specialize (D i). lra.
Qed.

(* In an order in which nobody sees later tokens: a token's own part grows by a mean of 1 and kappa, and
   what it takes from those before it counts for little, in weights that grow along the order. *)
Theorem stable_if_triangular (rank : Token -> R) top : (forall i, 0 <= rank i <= top) ->
  (forall i j, j <> i -> seen i j = 0 \/ rank j <= rank i - 1) ->
  total_come_near kind (one_layer_on tokens seen F P tau) (fun _ => v).
Proof.
  intros Rank Tri. destruct Most as [M1 [M2 M3]].
  set (b := tau * (c2 * (phi * c1))).
  assert (B0 : 0 <= b) by (repeat apply Rmult_le_pos; lra).
  assert (Push : forall z, n (vscale tau (beside v (F z))) <= b * n z).
  { intro z. rewrite norm_scaled by lra. unfold b. rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra|].
    eapply Rle_trans; [apply Below|]. rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra|].
    eapply Rle_trans; [apply beside_short, Unit|]. eapply Rle_trans; [apply BF|].
    rewrite Rmult_assoc. apply Rmult_le_compat_l; auto. }
  set (eta := (rho - most) / (2 * (b + 1))).
  assert (Eta : 0 < eta) by (apply Rdiv_lt_0_compat; lra).
  assert (Be : b * eta <= (rho - most) / 2).
  { apply Rle_trans with ((b + 1) * eta); [apply Rmult_le_compat_r; lra|]. right. unfold eta. field. lra. }
  set (g := fun i => exp (/ eta * rank i)).
  assert (Ie : 0 < / eta) by (apply Rinv_0_lt_compat; auto).
  assert (G1 : forall i, 1 <= g i).
  { intro i. rewrite <- exp_0. apply exp_le. apply Rmult_le_pos; [lra | apply Rank]. }
  assert (G2 : forall i, g i <= exp (/ eta * top)).
  { intro i. apply exp_le. apply Rmult_le_compat_l; [lra | apply Rank]. }
  assert (G3 : forall i j, rank j <= rank i - 1 -> g j <= eta * g i).
  { intros i j L. unfold g. apply Rle_trans with (exp (/ eta * rank i) * exp (- / eta)).
    - rewrite <- exp_plus. apply exp_le. assert (/ eta * rank j <= / eta * (rank i - 1)) by (apply Rmult_le_compat_l; lra). lra.
    - rewrite Rmult_comm. apply Rmult_le_compat_r; [left; apply exp_pos|].
      assert (T := exp_tangent (/ eta)). rewrite exp_Ropp. rewrite <- (Rinv_inv eta) at 2.
      apply Rinv_le_contravar; lra. }
  assert (Gp : 0 < exp (/ eta * top)) by apply exp_pos.
  apply (Attracted (fun e x => forall i, n (x i) <= g i * e) 1 (exp (/ eta * top)) ((most + b * eta) / rho)); auto; try lra.
  - split.
    + left. apply Rdiv_lt_0_compat; [|lra]. assert (0 <= b * eta) by (apply Rmult_le_pos; lra). lra.
    + apply Rmult_lt_reg_r with rho; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
  - intros e e' x Le H i. eapply Rle_trans; [apply H|]. apply Rmult_le_compat_l; [specialize (G1 i); lra | auto].
  - intros e x E0 H i. eapply Rle_trans; [apply H|]. rewrite Rmult_1_l.
    apply Rle_trans with (1 * e); [lra|]. apply Rmult_le_compat_r; auto.
  - intros e x E0 H i. eapply Rle_trans; [apply H|]. apply Rmult_le_compat_r; auto.
  - intros e x E0 H i. set (z := fun i => beside v (x i)). change (forall i, n (z i) <= g i * e) in H.
    specialize (G1 i) as G1i.
    destruct (equally_row tokens (seen i) (Seen i) (Some i)) as [W One]. set (w := equally tokens (seen i)) in *.
    set (a := w i). assert (Ha : 0 <= a <= 1).
    { split; [apply W|]. rewrite <- One. apply (total_at_least tokens w i (proj2 (proj2 ET) i) W). }
    set (o := vtotal tokens (fun j => vscale ((1 - equal i j) * w j) (z j))).
    assert (No : n o <= eta * g i * e).
    { eapply Rle_trans; [apply (norm_sums n N tokens _ (fun j => g j * e) z H)|].
      apply Rle_trans with (total tokens (fun j => w j * (eta * g i * e))).
      - apply total_le. intro j. destruct (equal_cases i j) as [Eq|Eq]; rewrite Eq.
        + replace ((1 - 0) * w j) with (w j) by ring. rewrite Rabs_right by (apply Rle_ge, W).
          destruct (Tri i j) as [Z|L].
          { intro E. subst j. rewrite (proj1 equal_kronecker) in Eq. lra. }
          { replace (w j) with 0 by (unfold w, equally; rewrite Z; unfold Rdiv; ring). lra. }
          apply Rmult_le_compat_l; [apply W|]. apply Rmult_le_compat_r; auto.
        + replace ((1 - 1) * w j) with 0 by ring. rewrite Rabs_R0, Rmult_0_l.
          apply Rmult_le_pos; [apply W|]. apply Rmult_le_pos; [apply Rmult_le_pos|]; lra.
      - rewrite total_scale_r, One. lra. }
    assert (Lin : linear_beside tokens seen F tau v x i =
      vadd (vadd (vscale (1 - a) (z i)) (vscale a (vadd (z i) (vscale tau (beside v (F (z i)))))))
        (vscale tau (beside v (F o)))).
    { unfold linear_beside. fold z. replace (averaged tokens seen z i) with (vadd (vscale a (z i)) o).
      - rewrite (adjoint_add _ _ HF), (adjoint_scale _ _ HF), beside_add, beside_scale. apply inner_ext. intro q.
        repeat (rewrite inner_add_l || rewrite inner_scale_l). unfold z. ring.
      - apply inner_ext. intro q. unfold averaged, o. rewrite inner_add_l, inner_scale_l, !inner_vtotal_l.
        fold w. transitivity (total tokens (fun j => equal i j * (w j * inner (z j) q)) +
          total tokens (fun j => (1 - equal i j) * (w j * inner (z j) q))).
        + rewrite (kronecker_total tokens equal i (fun j => w j * inner (z j) q) equal_kronecker ET). unfold a. f_equal.
          apply total_ext. intro j. rewrite inner_scale_l. ring.
        + rewrite <- total_add. apply total_ext. intro j. rewrite inner_scale_l. ring. }
    assert (Ir : 0 < / rho) by (apply Rinv_0_lt_compat; lra).
    fold rho. rewrite norm_scaled, Lin by lra.
    replace (g i * ((most + b * eta) / rho * e)) with (/ rho * (most * (g i * e) + b * (eta * g i * e)))
      by (unfold Rdiv; ring).
    apply Rmult_le_compat_l; [lra|]. eapply Rle_trans; [apply N|]. apply Rplus_le_compat.
    + eapply Rle_trans; [apply N|]. rewrite !norm_scaled by lra.
      assert (Q : n (vadd (z i) (vscale tau (beside v (F (z i))))) <= kappa * n (z i)) by
        (apply Slower, beside_orthogonal, Unit).
      assert (N0 : 0 <= n (z i)) by apply N.
      assert (A1 : (1 - a) * n (z i) <= (1 - a) * (most * n (z i))).
      { apply Rmult_le_compat_l; [lra|]. rewrite <- (Rmult_1_l (n (z i))) at 1. apply Rmult_le_compat_r; lra. }
      assert (A2 : a * n (vadd (z i) (vscale tau (beside v (F (z i))))) <= a * (most * n (z i))).
      { apply Rmult_le_compat_l; [lra|]. eapply Rle_trans; [exact Q|]. apply Rmult_le_compat_r; lra. }
      assert (most * n (z i) <= most * (g i * e)) by (apply Rmult_le_compat_l; [lra | apply H]). lra.
    + eapply Rle_trans; [apply Push|]. apply Rmult_le_compat_l; auto.
  - intros e d x y H D i. assert (Q := norm_sub_le n N (y i) (x i)). specialize (H i). specialize (D i).
    assert (D0 : 0 <= d) by (eapply Rle_trans; [apply (proj1 N (vsub (y i) (x i))) | exact D]).
    assert (1 * d <= g i * d) by (apply Rmult_le_compat_r; auto). lra.
Qed.
End Consensus.

(* ------------------------------------------------------------------ 2. in an inner product *)

(* Everybody sees the same, or nobody sees later tokens in some order. *)
Definition full_or_causal {Token} (seen : Token -> Token -> R) := (forall i k j, seen i j = seen k j) \/
  exists (rank : Token -> R) top, (forall i, 0 <= rank i <= top) /\
    forall i j, j <> i -> seen i j = 0 \/ rank j <= rank i - 1.
Theorem consensus_attracts {S : inner_product_space} {Token} (tokens : list Token) seen
  (F F_T P P_T W : S -> S) tau lam kappa (v : S) (kind : (Token -> S) -> Prop) f :
  enumerates tokens -> (forall i j, 0 <= seen i j) -> (forall i, 0 < total tokens (seen i)) ->
  full_or_causal seen -> adjoint F F_T -> adjoint P P_T -> bounded_operator F -> bounded_operator P ->
  0 < tau -> inner v v = 1 -> F v = vscale lam v -> 0 < lam -> positive W -> coercive W ->
  kappa < 1 + tau * lam ->
  (forall z, inner z v = 0 -> let q := beside v (vadd z (vscale tau (F z))) in
    sqrt (inner q (W q)) <= kappa * sqrt (inner z (W z))) ->
  (forall x, kind x -> forall i, inner (x i) (x i) = 1) -> kind (fun _ => v) ->
  (forall x i, f x i = layer tokens seen F P tau x i) -> total_exponentially_stable kind f (fun _ => v).
Proof.
  intros ET Seen Some Mask HF HP [phi [Phi BF]] [psi [Psi BP]] Tau Unit Eigen Lam HW Coe Kap Slower Kind At Is.
  split; [split; [exact At|]; intro i; rewrite Is; apply (consensus_rests tokens seen F P tau lam v); auto|].
  destruct (norm_in_space S W HW Coe) as [c1 [C1 Above]]. destruct (norm_in_metric S W HW) as [c2 [C2 Below]].
  set (n := fun z : S => @vnorm (weighted S W HW) z).
  assert (N : seminorm n).
  { split; [intro; apply vnorm_nonneg|]. split; [intros a b; apply (@vnorm_add (weighted S W HW))|].
    intros c a. apply (@vnorm_scale (weighted S W HW)). }
  assert (Rho := outgrows_one tau lam Tau Lam).
  assert (Kappa : 0 <= Rmax 0 kappa < 1 + tau * lam) by (split; [apply Rmax_l | apply Rmax_lub_lt; lra]).
  assert (Slow : forall z, inner z v = 0 -> n (vadd z (vscale tau (beside v (F z)))) <= Rmax 0 kappa * n z).
  { intros z Z. apply Rle_trans with (kappa * n z).
    - specialize (Slower z Z). cbv zeta in Slower. rewrite beside_add, beside_scale in Slower.
      replace (beside v z) with z in Slower; [exact Slower|]. unfold beside, vsub.
      rewrite (inner_sym _ v z), Z, vscale_zero, <- (vscale_zero z), vscale_vscale, Rmult_0_r, vscale_zero, vadd_zero.
      reflexivity.
    - apply Rmult_le_compat_r; [apply N | apply Rmax_r]. }
  assert (Near : total_come_near kind (one_layer_on tokens seen F P tau) (fun _ => v)).
  { assert (Shrunk := attracted tokens seen F F_T P P_T tau phi psi lam v Seen Some HF HP Phi Psi BF BP Tau Unit Eigen Lam
      n c1 c2 C1 C2 Above Below).
    destruct Mask as [Alike | [rank [top [Rank Tri]]]].
    - apply (stable_if_alike tokens seen F P tau lam v) with (n := n) (kappa := Rmax 0 kappa); auto.
    - apply (stable_if_triangular tokens seen F F_T P tau phi lam v) with (n := n) (c1 := c1) (c2 := c2)
        (kappa := Rmax 0 kappa) (rank := rank) (top := top); auto. }
  destruct Near as [d [C [theta [D [HC [T H]]]]]]. exists d, C, theta. repeat split; auto; try apply T.
  intros x e [K0 O]. apply H. split; [exact K0|]. intros k i. rewrite O. apply Is.
Qed.
Lemma full_attention {Token} : @full_or_causal Token (fun _ _ => 1).
Proof. left. reflexivity. Qed.
Lemma causal_attention {Token} (tokens : list Token) (up_to : Token -> Token -> R) : enumerates tokens -> ordered up_to ->
  full_or_causal up_to.
Proof.
  intros ET Order. right. exists (rank tokens up_to), (size tokens). split.
  - intro i. split; [assert (Q := rank_positive tokens up_to ET Order i); lra | apply (rank_at_most tokens up_to Order)].
  - intros i j N. destruct (proj1 Order i j) as [Z|O]; [left; exact Z | right].
    apply (rank_grows tokens up_to ET Order); auto.
Qed.

(* At such a consensus a layer has values. *)
Lemma moves_in_consensus {S : inner_product_space} {Token} (tokens : list Token) seen (F P : S -> S) tau lam (v : S) :
  (forall i j, 0 <= seen i j) -> (forall i, 0 < total tokens (seen i)) -> 0 < tau -> 0 < lam -> inner v v = 1 ->
  F v = vscale lam v -> forall i, vnorm (before_norm tokens seen F P tau (fun _ => v) i) <> 0.
Proof.
  intros Seen Some Tau Lam Unit E i. rewrite in_consensus, E by auto.
  replace (vadd v (vscale tau (vscale lam v))) with (vscale (1 + tau * lam) v).
  - assert (L := outgrows_one tau lam Tau Lam). rewrite vnorm_scale, Rabs_right by lra.
    unfold vnorm. rewrite Unit, sqrt_1. lra.
  - apply inner_ext. intro q. rewrite inner_add_l, !inner_scale_l. ring.
Qed.
