(* Consensus at an eigenvector is unstable if some vector grows faster: under any attention tokens that
   agree take steps of the power method, so that what is beside the eigenvector comes to prevail. *)
From Coq Require Import Reals Lra List Lia.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words TotalLayers Curves Bounded Attention States Cones NearAgreement.
From Kernel Require Import NearConsensus.
Open Scope R_scope.

Section Consensus.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (seen : Token -> Token -> R)
  (F F_T P : S -> S) (tau phi lam : R) (v : S).
Hypothesis ET : enumerates tokens.
Hypothesis HF : adjoint F F_T.
Hypothesis Phi : 0 <= phi.
Hypothesis BF : forall x, vnorm (F x) <= phi * vnorm x.
Hypothesis Tau : 0 < tau.
Hypothesis Unit : inner v v = 1.
Hypothesis Eigen : F v = vscale lam v.
Let rho := 1 + tau * lam.
Hypothesis Rho : 1 < rho.
Definition grown z := vadd z (vscale tau (F z)).
(* All that is used of the weights: tokens that agree take a step of the power method. *)
Hypothesis Agree : forall u i, before_norm tokens seen F P tau (fun _ => u) i = grown u.

Definition grown_often k z := Nat.iter k grown z.
Variable kind : (Token -> S) -> Prop.
Hypothesis Kind : forall x, (forall i, inner (x i) (x i) = 1) ->
  (forall i, vnorm (before_norm tokens seen F P tau x i) <> 0) -> kind x.
Lemma grown_add a b : grown (vadd a b) = vadd (grown a) (grown b).
Proof.
  unfold grown. rewrite (adjoint_add _ _ HF). apply inner_ext. intro q.
  repeat (rewrite inner_add_l || rewrite inner_scale_l). ring.
Qed.
Lemma grown_scale c a : grown (vscale c a) = vscale c (grown a).
Proof.
  unfold grown. rewrite (adjoint_scale _ _ HF). apply inner_ext. intro q.
  repeat (rewrite inner_add_l || rewrite inner_scale_l). ring.
Qed.
Lemma grown_pole : grown v = vscale rho v.
Proof.
  unfold grown, rho. rewrite Eigen. apply inner_ext. intro q.
  repeat (rewrite inner_add_l || rewrite inner_scale_l). ring.
Qed.
Lemma grown_often_start k s u :
  grown_often k (vadd v (vscale s u)) = vadd (vscale (rho ^ k) v) (vscale s (grown_often k u)).
Proof.
  induction k as [|k IH]; simpl; [rewrite vscale_one; reflexivity|].
  fold (grown_often k (vadd v (vscale s u))) (grown_often k u).
  rewrite IH, grown_add, !grown_scale, grown_pole, vscale_vscale, (Rmult_comm _ rho). reflexivity.
Qed.
Definition direction_of (z : S) := vscale (/ vnorm z) z.
Lemma direction_length z : vscale (vnorm z) (direction_of z) = z.
Proof.
  unfold direction_of. rewrite vscale_vscale. destruct (Req_dec (vnorm z) 0) as [Z|Z].
  - assert (E : z = vzero) by (apply inner_definite; rewrite <- vnorm_square, Z; ring).
    rewrite Z, E, Rmult_0_l. apply vscale_zero.
  - rewrite Rinv_r by auto. apply vscale_one.
Qed.
(* Tokens in consensus at the direction of z come to that of (1 + tau F) z. *)
Lemma consensus_moves z i : one_layer_on tokens seen F P tau (fun _ => direction_of z) i = direction_of (grown z).
Proof.
  unfold one_layer_on, layer. rewrite Agree.
  unfold direction_of. rewrite grown_scale, vnorm_scale, vscale_vscale.
  destruct (Req_dec (vnorm z) 0) as [Z|Z].
  - assert (E : z = vzero) by (apply inner_definite; rewrite <- vnorm_square, Z; ring).
    assert (G : grown z = vzero).
    { rewrite E. unfold grown. rewrite (adjoint_zero _ _ HF). apply inner_ext. intro q.
      rewrite inner_add_l, inner_scale_l, inner_zero_l. ring. }
    rewrite G. apply inner_ext. intro q. rewrite !inner_scale_l, inner_zero_l. ring.
  - assert (Pz : 0 < vnorm z) by (assert (Q := vnorm_nonneg z); lra).
    f_equal. rewrite Rabs_right by (apply Rle_ge; left; apply Rinv_0_lt_compat; auto).
    rewrite Rinv_mult, Rinv_inv, (Rmult_comm (vnorm z)), Rmult_assoc, Rinv_r by auto. ring.
Qed.
Lemma grown_norm z : vnorm (grown z) <= (1 + tau * phi) * vnorm z.
Proof.
  unfold grown. eapply Rle_trans; [apply vnorm_add|]. rewrite vnorm_scale, (Rabs_right tau) by lra.
  assert (tau * vnorm (F z) <= tau * (phi * vnorm z)) by (apply Rmult_le_compat_l; [lra | apply BF]). lra.
Qed.
(* If consensus at v is stable, no vector grows faster than v: of the starts v + s u and v - s u one leaves. *)
Lemma grows_no_faster u : total_stay_near kind (one_layer_on tokens seen F P tau) (fun _ => v) ->
  exists C, forall k, vnorm (grown_often k u) <= C * rho ^ k.
Proof.
  intro Near. destruct (Near (/ 2) ltac:(lra)) as [d [D Stay]]. clear Near.
  assert (First : exists i0 : Token, True).
  { destruct tokens as [|i0 T0]; [exfalso; apply (proj1 ET); reflexivity | exists i0; exact I]. }
  destruct First as [i0 _]. assert (TP : 0 <= tau * phi) by (apply Rmult_le_pos; lra).
  assert (Nu := vnorm_nonneg u). assert (Nv : vnorm v = 1) by (unfold vnorm; rewrite Unit; apply sqrt_1).
  set (s := Rmin (d / (2 * (vnorm u + 1))) (/ (2 * ((1 + tau * phi) * (vnorm u + 1))))).
  assert (TU : 0 < (1 + tau * phi) * (vnorm u + 1)) by (apply Rmult_lt_0_compat; lra).
  assert (Sp : 0 < s) by (apply Rmin_glb_lt; [apply Rdiv_lt_0_compat; lra | apply Rinv_0_lt_compat; lra]).
  assert (S1 : 2 * (s * vnorm u) <= d).
  { apply Rle_trans with (2 * (d / (2 * (vnorm u + 1)) * (vnorm u + 1))); [|right; field; lra].
    apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat; try lra. apply Rmin_l. }
  assert (S2 : (1 + tau * phi) * (s * vnorm u) <= / 2).
  { apply Rle_trans with ((/ (2 * ((1 + tau * phi) * (vnorm u + 1)))) * ((1 + tau * phi) * (vnorm u + 1))); [|right; field; lra].
    replace ((1 + tau * phi) * (s * vnorm u)) with (s * ((1 + tau * phi) * vnorm u)) by ring.
    apply Rmult_le_compat; [lra | apply Rmult_le_pos; lra | apply Rmin_r | apply Rmult_le_compat_l; lra]. }
  assert (S3 : 0 <= s * vnorm u) by (apply Rmult_le_pos; lra).
  assert (S4 : s * vnorm u <= / 2).
  { assert (0 <= tau * phi * (s * vnorm u)) by (apply Rmult_le_pos; auto). lra. }
  assert (Stays : forall c, Rabs c = s -> forall k,
    vnorm (vsub (direction_of (grown_often k (vadd v (vscale c u)))) v) <= / 2).
  { intros c Hc k. set (w := vadd v (vscale c u)).
    assert (Wv : vnorm (vsub w v) = s * vnorm u).
    { rewrite <- Hc, <- vnorm_scale. f_equal. apply inner_ext. intro q. unfold w, vsub.
      repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. }
    assert (Wn : Rabs (vnorm w - 1) <= s * vnorm u).
    { assert (A := norm_sub_le vnorm (vnorm_seminorm S) w v). assert (B := norm_sub_le vnorm (vnorm_seminorm S) v w).
      assert (Sy : vnorm (vsub v w) = vnorm (vsub w v)).
      { replace (vsub v w) with (vscale (-1) (vsub w v)).
        - rewrite vnorm_scale, Rabs_left by lra. ring.
        - apply inner_ext. intro q. unfold vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. }
      apply Rabs_le. lra. }
    assert (Wp : / 2 <= vnorm w) by (apply Rabs_le_between in Wn; lra).
    apply (Stay (fun k _ => direction_of (grown_often k w))); [split| |exact i0].
    - apply Kind.
      + intro i. simpl. unfold direction_of. rewrite inner_scale_l, inner_scale_r, <- vnorm_square. field. lra.
      + intros i Z. simpl in Z. rewrite Agree in Z.
        unfold direction_of in Z. rewrite grown_scale, vnorm_scale in Z.
        apply Rmult_integral in Z. destruct Z as [Z|Z].
        { apply (Rabs_no_R0 (/ vnorm w)); [apply Rinv_neq_0_compat; lra | exact Z]. }
        assert (G := norm_sub_le vnorm (vnorm_seminorm S) (vscale rho v) (grown w)).
        rewrite vnorm_scale, Nv, Rabs_right, Z in G by lra.
        assert (Gv : vnorm (vsub (vscale rho v) (grown w)) <= (1 + tau * phi) * (s * vnorm u)).
        { replace (vsub (vscale rho v) (grown w)) with (grown (vscale (- c) u)).
          - eapply Rle_trans; [apply grown_norm|]. rewrite vnorm_scale, Rabs_Ropp, Hc. lra.
          - unfold w. rewrite grown_add, !grown_scale, grown_pole. apply inner_ext. intro q. unfold vsub.
            repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. }
        lra.
    - intros m i. rewrite consensus_moves. reflexivity.
    - intro i. simpl. eapply Rle_trans; [apply (triangle S _ w)|]. rewrite Wv.
      replace (vsub (direction_of w) w) with (vscale (1 - vnorm w) (direction_of w)).
      + assert (One : vnorm (direction_of w) = 1).
        { unfold direction_of. rewrite vnorm_scale, Rabs_right by (left; apply Rinv_0_lt_compat; lra). field. lra. }
        rewrite vnorm_scale, One, Rabs_minus_sym. lra.
      + transitivity (vsub (direction_of w) (vscale (vnorm w) (direction_of w)));
          [|rewrite direction_length; reflexivity].
        apply inner_ext. intro q. unfold vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. }
  exists (4 / (2 * s)). intro k.
  assert (Long : forall c, Rabs c = s -> vnorm (grown_often k (vadd v (vscale c u))) <=
    2 * inner v (grown_often k (vadd v (vscale c u)))).
  { intros c Hc. specialize (Stays c Hc k). set (w := grown_often k _) in *.
    assert (Q := inner_le_vnorm v (vsub (direction_of w) v)). rewrite Nv in Q.
    replace (inner v (vsub (direction_of w) v)) with (inner v (direction_of w) - 1) in Q.
    2:{ unfold vsub. rewrite inner_add_r, inner_scale_r, Unit. ring. }
    apply Rabs_le_between in Q.
    replace (inner v w) with (vnorm w * inner v (direction_of w)) by (rewrite <- inner_scale_r, direction_length; reflexivity).
    assert (vnorm w * / 2 <= vnorm w * inner v (direction_of w)) by (apply Rmult_le_compat_l; [apply vnorm_nonneg | lra]).
    lra. }
  assert (A := Long s (Rabs_right s ltac:(lra))).
  assert (B := Long (- s) ltac:(rewrite Rabs_Ropp; apply Rabs_right; lra)).
  rewrite grown_often_start in A, B. set (U := grown_often k u) in *.
  rewrite !inner_add_r, !inner_scale_r, Unit in A, B.
  assert (Both : 2 * s * vnorm U <= 4 * rho ^ k).
  { replace (2 * s * vnorm U) with (vnorm (vscale (2 * s) U)) by (rewrite vnorm_scale, Rabs_right; lra).
    replace (vscale (2 * s) U) with (vadd (vadd (vscale (rho ^ k) v) (vscale s U))
      (vscale (-1) (vadd (vscale (rho ^ k) v) (vscale (- s) U)))).
    - eapply Rle_trans; [apply vnorm_add|]. rewrite (vnorm_scale (-1)), (Rabs_left (-1)) by lra. lra.
    - apply inner_ext. intro q. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. }
  apply Rmult_le_reg_l with (2 * s); [lra|]. eapply Rle_trans; [exact Both|]. right. field. lra.
Qed.

(* p + i q is an eigenvector for mu + i omega, of a real eigenvalue if omega and q are 0. *)
Lemma plane_kept mu omega p q : F p = vadd (vscale mu p) (vscale (-1 * omega) q) ->
  F q = vadd (vscale omega p) (vscale mu q) -> forall k,
  F (grown_often k p) = vadd (vscale mu (grown_often k p)) (vscale (-1 * omega) (grown_often k q)) /\
  F (grown_often k q) = vadd (vscale omega (grown_often k p)) (vscale mu (grown_often k q)).
Proof.
  intros Hp Hq k. induction k as [|k [A B]]; [split; auto|].
  change (grown_often (Datatypes.S k) p) with (grown (grown_often k p)).
  change (grown_often (Datatypes.S k) q) with (grown (grown_often k q)). unfold grown.
  rewrite !(adjoint_add _ _ HF), !(adjoint_scale _ _ HF), A, B, !(adjoint_add _ _ HF), !(adjoint_scale _ _ HF), A, B.
  split; apply inner_ext; intro w; repeat (rewrite inner_add_l || rewrite inner_scale_l); ring.
Qed.
Lemma plane_grows mu omega p q : F p = vadd (vscale mu p) (vscale (-1 * omega) q) ->
  F q = vadd (vscale omega p) (vscale mu q) -> forall k,
  inner (grown_often k p) (grown_often k p) + inner (grown_often k q) (grown_often k q) =
  ((1 + tau * mu) ^ 2 + (tau * omega) ^ 2) ^ k * (inner p p + inner q q).
Proof.
  intros Hp Hq k.
  induction k as [|k IH]; [simpl; ring|]. destruct (plane_kept mu omega p q Hp Hq k) as [A B].
  transitivity (((1 + tau * mu) ^ 2 + (tau * omega) ^ 2) *
    (inner (grown_often k p) (grown_often k p) + inner (grown_often k q) (grown_often k q)));
    [|rewrite IH; simpl; ring].
  simpl. fold (grown_often k p) (grown_often k q). unfold grown. rewrite A, B.
  repeat (rewrite inner_add_l || rewrite inner_add_r || rewrite inner_scale_l || rewrite inner_scale_r).
  rewrite (inner_sym _ (grown_often k q) (grown_often k p)). ring.
Qed.
Theorem unstable_if_outgrown mu omega p q : F p = vadd (vscale mu p) (vscale (-1 * omega) q) ->
  F q = vadd (vscale omega p) (vscale mu q) -> 0 < inner p p + inner q q ->
  rho ^ 2 < (1 + tau * mu) ^ 2 + (tau * omega) ^ 2 ->
  ~ total_stay_near kind (one_layer_on tokens seen F P tau) (fun _ => v).
Proof.
  intros Hp Hq Some' Faster Stay. destruct (grows_no_faster p Stay) as [Cp HCp].
  destruct (grows_no_faster q Stay) as [Cq HCq]. set (m := (1 + tau * mu) ^ 2 + (tau * omega) ^ 2) in *.
  set (h := m / rho ^ 2 - 1). assert (R2 : 0 < rho ^ 2) by (apply pow_lt; lra).
  assert (H : 0 < h).
  { unfold h. assert (1 < m / rho ^ 2); [|lra]. apply Rmult_lt_reg_r with (rho ^ 2); [auto|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  set (c := inner p p + inner q q) in *.
  assert (Bound : forall k, (1 + h) ^ k * c <= Cp * Cp + Cq * Cq).
  { intro k. specialize (HCp k). specialize (HCq k). assert (G := plane_grows mu omega p q Hp Hq k). fold c m in G.
    assert (Rk : 0 < rho ^ k) by (apply pow_lt; lra).
    apply Rmult_le_reg_r with (rho ^ k * rho ^ k); [apply Rmult_lt_0_compat; auto|].
    replace ((1 + h) ^ k * c * (rho ^ k * rho ^ k)) with (m ^ k * c).
    - rewrite <- G, <- !vnorm_square, Rmult_plus_distr_r.
      assert (Np := vnorm_nonneg (grown_often k p)). assert (Nq := vnorm_nonneg (grown_often k q)).
      replace (Cp * Cp * (rho ^ k * rho ^ k)) with (Cp * rho ^ k * (Cp * rho ^ k)) by ring.
      replace (Cq * Cq * (rho ^ k * rho ^ k)) with (Cq * rho ^ k * (Cq * rho ^ k)) by ring.
      apply Rplus_le_compat; apply Rmult_le_compat; auto.
    - replace (1 + h) with (m / rho ^ 2) by (unfold h; ring). unfold Rdiv.
      rewrite Rpow_mult_distr, pow_inv. replace (rho ^ k * rho ^ k) with ((rho ^ 2) ^ k).
      + field. apply pow_nonzero. lra.
      + rewrite <- Rpow_mult_distr. f_equal. ring. }
  destruct (nfloor_ex ((Cp * Cp + Cq * Cq) / (c * h))) as [k [_ Hk]].
  { apply Rmult_le_pos; [assert (A := Rle_0_sqr Cp); assert (B := Rle_0_sqr Cq); unfold Rsqr in *; lra|].
    left. apply Rinv_0_lt_compat, Rmult_lt_0_compat; auto. }
  specialize (Bound (Datatypes.S k)). assert (Q := poly (Datatypes.S k) h H).
  assert (K : Cp * Cp + Cq * Cq < INR (Datatypes.S k) * h * c).
  { replace (Cp * Cp + Cq * Cq) with ((Cp * Cp + Cq * Cq) / (c * h) * (h * c)) by (field; lra).
    rewrite Rmult_assoc. apply Rmult_lt_compat_r; [apply Rmult_lt_0_compat; auto|]. rewrite S_INR. exact Hk. }
  assert ((1 + INR (Datatypes.S k) * h) * c <= (1 + h) ^ Datatypes.S k * c) by (apply Rmult_le_compat_r; lra). lra.
Qed.
End Consensus.

(* Near a consensus at v what a token comes to before it is normalised is near (1 + tau lam) v. *)
Lemma values_near {S : inner_product_space} {Token} (tokens : list Token) seen (F F_T P : S -> S) tau lam (v : S) :
  enumerates tokens -> (forall i j, 0 <= seen i j) -> (forall i, 0 < total tokens (seen i)) ->
  adjoint F F_T -> bounded_operator F -> 0 < tau -> inner v v = 1 -> F v = vscale lam v -> 0 < lam ->
  exists r, 0 < r /\ forall x, within (fun _ => v) r x -> forall i, vnorm (before_norm tokens seen F P tau x i) <> 0.
Proof.
  intros ET Seen Some HF [phi [Phi BF]] Tau Unit Eigen Lam. assert (Rho := outgrows_one tau lam Tau Lam).
  assert (TP : 0 <= tau * phi) by (apply Rmult_le_pos; lra).
  exists (/ (1 + tau * phi)). split; [apply Rinv_0_lt_compat; lra|]. intros x Near i Z.
  destruct (weight_row tokens seen P Seen Some x i) as [W One].
  set (r := / (1 + tau * phi)) in *. set (pull := vtotal tokens (fun j => vscale (weight tokens seen P x i j) (vsub (x j) v))).
  assert (Pull : vnorm pull <= r) by (apply (norm_mean vnorm (vnorm_seminorm S)); auto).
  assert (E : vsub (vscale (1 + tau * lam) v) (before_norm tokens seen F P tau x i) =
    vscale (-1) (vadd (vsub (x i) v) (vscale tau (F pull)))).
  { apply inner_ext. intro q. unfold before_norm, vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l).
    rewrite !HF. unfold pull. rewrite !inner_vtotal_l.
    assert (Q : total tokens (fun j => inner (vscale (weight tokens seen P x i j) (vsub (x j) v)) (F_T q)) =
      total tokens (fun j => inner (vscale (weight tokens seen P x i j) (x j)) (F_T q)) - inner v (F_T q)).
    { transitivity (total tokens (fun j => inner (vscale (weight tokens seen P x i j) (x j)) (F_T q)) +
        - inner v (F_T q) * total tokens (weight tokens seen P x i)); [|rewrite One; ring].
      rewrite <- total_scale, <- total_add. apply total_ext. intro j. unfold vsub.
      repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. }
    rewrite Q, <- (HF v q), Eigen, inner_scale_l. ring. }
  assert (G := norm_sub_le vnorm (vnorm_seminorm S) (vscale (1 + tau * lam) v) (before_norm tokens seen F P tau x i)).
  rewrite E, Z, !vnorm_scale, Rabs_right, (Rabs_left (-1)) in G by lra.
  replace (vnorm v) with 1 in G by (unfold vnorm; rewrite Unit; symmetry; apply sqrt_1).
  assert (T := vnorm_add (vsub (x i) v) (vscale tau (F pull))). rewrite vnorm_scale, Rabs_right in T by lra.
  specialize (Near i). cbv beta in Near.
  assert (B : tau * vnorm (F pull) <= tau * (phi * r)).
  { apply Rmult_le_compat_l; [lra|]. eapply Rle_trans; [apply BF|]. apply Rmult_le_compat_l; auto. }
  assert (R1 : r + tau * (phi * r) = 1) by (unfold r; field; lra). lra.
Qed.

Theorem consensus_is_left {S : inner_product_space} {Token} (tokens : list Token) seen (F F_T P : S -> S)
  tau lam mu omega (v p q : S) (kind : (Token -> S) -> Prop) f :
  enumerates tokens -> (forall i j, 0 <= seen i j) -> (forall i, 0 < total tokens (seen i)) ->
  adjoint F F_T -> bounded_operator F -> 0 < tau -> inner v v = 1 -> F v = vscale lam v -> 0 < lam ->
  F p = vsub (vscale mu p) (vscale omega q) -> F q = vadd (vscale omega p) (vscale mu q) ->
  0 < inner p p + inner q q -> (1 + tau * lam) ^ 2 < (1 + tau * mu) ^ 2 + (tau * omega) ^ 2 ->
  (forall x, (forall i, inner (x i) (x i) = 1) ->
    (forall i, vnorm (before_norm tokens seen F P tau x i) <> 0) -> kind x) -> kind (fun _ => v) ->
  (forall x i, f x i = layer tokens seen F P tau x i) -> total_unstable kind f (fun _ => v).
Proof.
  intros ET Seen Some HF [phi [Phi BF]] Tau Unit Eigen Lam Hp Hq Pos Faster Kind At Is.
  split; [split; [exact At|]; intro i; rewrite Is; apply (consensus_rests tokens seen F P tau lam v); auto|].
  intro Stay. assert (Hp' : F p = vadd (vscale mu p) (vscale (-1 * omega) q)).
  { rewrite Hp. unfold vsub. rewrite vscale_vscale. reflexivity. }
  apply (unstable_if_outgrown tokens seen F F_T P tau phi lam v) with (kind := kind) (mu := mu) (omega := omega)
    (p := p) (q := q); auto using outgrows_one.
  { intros u i. apply in_consensus; auto. }
  intros eps E. destruct (Stay eps E) as [d [D H]]. exists d. split; [exact D|].
  intros x [K0 O]. apply H. split; [exact K0|]. intros k i. rewrite O, Is. reflexivity.
Qed.
